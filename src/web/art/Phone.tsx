import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Phone(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M34.5 24L84 23L85 92L35.5 93Z']}>
      <path d="M36 9.5L82.5 8.5C87.5 8.4 90.3 11 90.5 16L92 102C92 107 89.6 109.8 84.5 109.9L37.5 110.3C32.5 110.3 29.8 107.8 29.7 102.8L28.5 17.5C28.5 12.5 31 9.6 36 9.5Z" />
      <path d="M28.8 22L90.6 21M29.5 94.5L91.8 93.5M54 15.3L66 15.1" strokeWidth={2.4} />
      <path d="M57 102.2L64 102.1" />
      <path
        d="M40 33.5L53.5 33.2L53.8 46.5L40.3 46.8ZM66 33L79.3 32.8L79.6 46L66.3 46.3ZM40.6 69.5L54 69.2L54.3 82.5L40.8 82.8Z"
        className="fill-raised"
      />
      <path d="M46.8 40h.01M72.8 39.6h.01M47.4 76h.01" strokeWidth={5} />
      <path d="M79.3 60.5A11 11 0 1 1 72.9 57" strokeWidth={3.6} />
      <path d="M41 57.5L46 57.4M52 57.2L54 57.2M60 52L60 47" strokeWidth={2.8} />
    </Drawing>
  );
}
