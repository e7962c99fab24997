import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Frame(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M38 83C50 78 70 80 88 76L88.5 96.5L39.5 98.5Z']}>
      <path d="M24.5 30.5L97 27L100.5 108.5L26.5 110Z" />
      <path d="M36.5 42L85.5 39.5L88 96.5L38.5 98.5Z" />
      <path d="M24.5 30.5L36.5 42M97 27L85.5 39.5M100.5 108.5L88 96.5M26.5 110L38.5 98.5" strokeWidth={2.4} />
      <path d="M37.8 80C52 77.5 70 79.5 87.2 75.5" />
      <path d="M77.3 57.3A9 9 0 1 1 72.6 54.4" strokeWidth={3.4} />
      <path d="M51 79L51 57M51 57L45.5 66M51 57L56.5 66M51 64L44.5 73.5M51 64L57.5 73.5" />
      <path d="M58 89.5L64 88.8M72 87.5L79 86.5" strokeWidth={2.4} />
      <path d="M48 29.5L60 14.5L74.5 28.2" strokeWidth={2.4} />
    </Drawing>
  );
}
