import { Mark, type MarkTone } from './Mark.tsx';

const sizes = {
  header: { mark: 'size-8 bar:size-9', word: 'text-[1.5rem] bar:text-[1.6875rem]', gap: 'gap-2.5' },
  till: { mark: 'size-7.5', word: 'text-[1.5rem]', gap: 'gap-2' },
  footer: { mark: 'size-10', word: 'text-[2rem]', gap: 'gap-2.5' },
};

type WordmarkProps = {
  size?: keyof typeof sizes | undefined;
  tone?: MarkTone | undefined;
};

export function Wordmark({ size = 'header', tone = 'spruce' }: WordmarkProps) {
  const { mark, word, gap } = sizes[size];
  return (
    <span className={`inline-flex items-center ${gap} ${tone === 'panel' ? 'text-panel-ink' : 'text-ink'}`}>
      <Mark tone={tone} className={mark} />
      <span className={`font-display leading-none font-extrabold tracking-[-0.038em] ${word}`}>ReRound</span>
    </span>
  );
}
