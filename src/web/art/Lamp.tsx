import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Lamp(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M42 19L82 18L98 60C80 66 44 67 27 61Z']}>
      <path d="M41 17.5C53 15 68 14.8 79.5 17L96.5 59.5C77 65.5 43 66 24 60.5Z" />
      <path d="M58.5 64.5L58.5 72M63.5 64.5L63.5 72" />
      <path d="M53 72L69 72C82 79.5 81 96.5 68.5 103.5L53.5 103.5C41 96.5 40 79.5 53 72Z" />
      <path d="M43.5 110C43.5 104.8 48 103.5 53.5 103.5L68.5 103.5C74 103.5 78.5 104.8 78.5 110Z" />
      <path d="M49 83C56 86.5 66 86.5 73 83M47 91C55 95 67 95 75 91" />
      <path d="M84.5 63.5L84.5 77" />
      <path d="M86.8 79.2A4 4 0 1 1 84.5 78" />
      <path d="M46 27L40.5 48M60 25.5L59.8 50M74 27L80 48" strokeWidth={2.4} />
    </Drawing>
  );
}
