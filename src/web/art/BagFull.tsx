import { Drawing, type DrawingProps } from './Drawing.tsx';

export function BagFull(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M21 55L97 54L101 110L18.5 110.5Z']}>
      <path d="M32.5 52L28 24.5L44 21.5L48.5 51.5" />
      <path d="M29.8 34L45.7 31.2M31 41.5L46.8 39" strokeWidth={2.4} />
      <path d="M52.5 51.5L51.5 31.5L73.5 30L75 51" />
      <path d="M58 51L57.5 37.5L68 36.8L68.8 50.5" strokeWidth={2.4} />
      <path d="M52.5 31L62 20.5L73 29.5" strokeWidth={2.4} />
      <path d="M84 51.5L88.5 29M93 52L96 36" />
      <path d="M88.5 29C82.5 27.5 82.5 15 90 14.5C97 14.5 95 28 88.5 29Z" />
      <path d="M96 36C92.8 33 94.5 26.5 98.5 26.5C102 27 101 34 96 36Z" strokeWidth={2.4} />
      <path d="M20.5 53L98.5 52C100 72 101.5 90 102.5 106C102.6 108.5 101 110 98.5 110L22 110.2C19.4 110.2 17.8 108.6 18 106C18.6 90 19.4 72 20.5 53Z" />
      <path d="M38 53C38 72 46.5 79.5 60 79.5C73.5 79.5 81.5 72 81.5 52.5" />
      <path d="M45.5 53C45.5 66 50.5 71.5 60 71.5C69.5 71.5 74 66 74 52.5" />
      <path d="M67.2 92.5A8 8 0 1 1 62.2 88.7" strokeWidth={3.6} />
      <path d="M27 102.5L41 102.3M80 102L93.5 101.8" strokeWidth={2.4} strokeDasharray="4 5" />
    </Drawing>
  );
}
