import { Users } from 'lucide-react';
import { participantName } from '#features/participants/participantName.ts';
import { KeyButton } from '#web/console/KeyButton.tsx';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { doubleWords, type Sheet } from './sheetWords.ts';

type DoubleSlabProps = { double: NonNullable<Sheet['double']>; onMerge: () => void };

/** Somebody who may be the same person, and the way to make the two one. */
export function DoubleSlab({ double: { participant, because }, onMerge }: DoubleSlabProps) {
  const { id, total_donations: total } = participant;
  return (
    <section
      aria-label="Possible double"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-large bg-sunk px-4 py-2"
    >
      <Users size={20} aria-hidden="true" className="shrink-0 text-spruce" />
      <p className="min-w-0 grow basis-48 leading-[1.4]">
        <b className="font-[650] wrap-anywhere">
          Same person as{' '}
          <PersonLink id={id} className="underline">
            {participantName(participant)}
          </PersonLink>
          ?
        </b>
        <span className="block text-muted">
          {doubleWords[because]}, {total === 1 ? '1 donation' : `${total.toLocaleString('en-CA')} donations`}
        </span>
      </p>
      <KeyButton keys="c" kind="outline" size="row" onClick={onMerge} className="ms-auto max-md:min-h-11">
        Compare and merge
      </KeyButton>
    </section>
  );
}
