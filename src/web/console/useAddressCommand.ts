import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

const PARAMETER = 'add';

/** Acts when an address asks for it by `?add=…`, and takes that out of the address, since it is done then. */
export function useAddressCommand(name: string, act: () => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const asked = searchParams.get(PARAMETER) === name;

  const answer = useEffectEvent(() => {
    const rest = new URLSearchParams(searchParams);
    rest.delete(PARAMETER);
    setSearchParams(rest, { replace: true, preventScrollReset: true });
    act();
  });

  useEffect(() => {
    if (asked) answer();
  }, [asked]);
}
