import { Drawing, type DrawingProps } from './Drawing.tsx';

export function TagObject(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M30 40L60 16L93 40L92 110L32 110Z']}>
      <path d="M28.5 42C28.5 39 29.5 37.5 32 35.5L56 17C59 14.7 62 14.7 65 17L88.5 35C91 37 92 38.5 92 41.5L91.5 105C91.5 108.5 90 110 86.5 110L34 110C30.5 110 29 108.5 29 105Z" />
      <path d="M66.5 34A7.5 7.5 0 1 1 61.8 30.6" strokeWidth={3.6} />
      <path d="M60 38C56 24 66 14 58 3" strokeWidth={2.4} />
      <path d="M41 64L79 64M41 76L79 76M41 88L64 88" />
    </Drawing>
  );
}
