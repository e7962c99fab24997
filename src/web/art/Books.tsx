import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Books(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M18 37L36 36L36.5 110L18.5 110Z', 'M60 45L78 40L98 105L80 110.5Z']}>
      <path d="M17 36.5L35.5 35.5L36.3 110L17.8 110.2Z" />
      <path d="M36 25.5L55.5 26L55.5 110L36.3 110Z" />
      <path d="M58.5 45.5L77 39.8L97.8 104.3L79.3 110Z" />
      <path d="M17.3 47L35.6 46.2M17.5 98.5L36.2 98" />
      <path d="M22.5 55L31 54.7M22.6 61L31 60.7" />
      <path d="M36.2 38L55.5 38.2M36.2 96L55.5 96" />
      <path d="M49 63.5A6 6 0 1 1 45.8 61.6" />
      <path d="M62.2 57L80.6 51.3M75.5 98.5L94 92.8" />
      <path d="M72 64.5L81.5 93.5" />
    </Drawing>
  );
}
