import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Bin(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M26 52L97 52L95 108L29 108Z']}>
      <path d="M25 48.5L96 48L93.5 106.5L28 107Z" />
      <path d="M25 48.5C25.5 27 40 17.5 60.5 17.5C81 17.5 95.5 27 96 48" />
      <path d="M42 47.5L45 33.5L76 33L79.5 47.5" />
      <path d="M53 38.5L68.5 38.3" />
      <path d="M73.3 70.6A16 16 0 1 1 64.8 66.2" strokeWidth={4} />
      <path d="M35 107L35 111.5M86.5 106.5L86.5 111.5" strokeWidth={4} />
    </Drawing>
  );
}
