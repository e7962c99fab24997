import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Bag(props: DrawingProps) {
  return (
    <Drawing {...props} wheat={['M26 60L96 59L103 110L20 110.5Z']}>
      <path d="M25 56L95 55.5C97.5 72 100.5 90 102 106C102.2 108.5 100.5 110 98 110L22 110.2C19.5 110.2 18 108.5 18.2 106C19.8 90 22.5 72 25 56Z" />
      <path d="M25 56C29 80 44 84 60 84C76 84 91 80 95 55.5" />
      <path d="M41 55.5C41 32 48 22 60 22C72 22 79 32 79 55" />
      <path d="M49 55.5C49 38 52.5 30.5 60 30.5C67.5 30.5 71 38 71 55.5" />
      <path d="M66.5 80A8 8 0 1 1 61.5 76.2" strokeWidth={3.6} />
      <path d="M28 101.5L92 101.2" strokeWidth={2.4} strokeDasharray="4 5" />
    </Drawing>
  );
}
