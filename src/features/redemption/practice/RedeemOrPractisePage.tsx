import { type ComponentType, useCallback, useState } from 'react';
import { RedeemPage } from '#features/redemption/RedeemPage.tsx';
import { type TillParts, tillParts } from './tillParts.ts';

const loadPractice = async () => (await import('./Practice.tsx')).Practice;

/** The till, or practice in its place: only one of them is there, so nothing that is practised meets a real code. */
export default function RedeemOrPractise() {
  // Null once a clerk came back from it.
  const [Practice, setPractice] = useState<ComponentType<{ till: TillParts; onStop: () => void }> | null>();
  const stop = useCallback(() => setPractice(null), []);
  return Practice ? (
    <Practice till={tillParts} onStop={stop} />
  ) : (
    <RedeemPage
      loadPractice={loadPractice}
      onPractise={(Loaded) => setPractice(() => Loaded)}
      isBack={Practice === null}
    />
  );
}
