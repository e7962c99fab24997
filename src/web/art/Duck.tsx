import { Drawing, type DrawingProps } from './Drawing.tsx';

export function Duck(props: DrawingProps) {
  return (
    <Drawing
      {...props}
      wheat={[
        'M20 72C24 88 36 95 56 95C82 95 98 84 101 60C92 66 78 69 60 64C56 63 56 72 46 74C38 75 30 70 20 72Z',
      ]}
    >
      <path d="M52 57.5C60.5 50.5 61.5 38.5 54 31.5C46 24 32.5 27 29 37.5C27.5 42.5 28.5 47 30.5 50.5C22.5 56 18 64.5 19.5 74C22 88.5 36.5 95 56.5 95C82 95 99.5 84 102 57C93.5 63.5 85 64.5 77 62C68.5 59.3 60.5 56 52 57.5Z" />
      <path d="M29 37.5C22 36.5 15.5 38.5 12.5 43.5C18 48.5 24.5 50 30 48.8" />
      <path d="M43.5 38.5h.01" strokeWidth={5.2} />
      <path d="M51.5 70.5C60 83 78 82.5 86 71.5" />
      <path d="M22.5 95.8L97.5 95.8" />
      <circle cx={38} cy={102.5} r={7.6} />
      <circle cx={81} cy={102.5} r={7.6} />
      <path d="M38 102.5h.01M81 102.5h.01" strokeWidth={4} />
      <path d="M22 97C14 98 11 104 6.5 104.5" />
    </Drawing>
  );
}
