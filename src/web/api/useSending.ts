import { useCallback, useInsertionEffect, useRef, useState } from 'react';

interface SendingOptions<Input, Answer> {
  send: (input: Input) => Promise<Answer>;
  /** Before it is sent. */
  onStart?: (input: Input) => void;
  onAnswer: (answer: Answer, input: Input) => void;
  onFailure?: (error: unknown, input: Input) => void;
}

interface State {
  isPending: boolean;
  /** Of the last one, or null where it came to something. */
  error: unknown;
}

const idle: State = { isPending: false, error: null };

/** A call that a press makes, on the documents that do without a query cache. */
export function useSending<Input, Answer>(options: SendingOptions<Input, Answer>) {
  const [state, setState] = useState(idle);
  // What follows the answer goes by what the page shows then, not by what it showed when the call was made.
  const latest = useRef(options);
  useInsertionEffect(() => {
    latest.current = options;
  });
  const run = useCallback((input: Input): void => {
    latest.current.onStart?.(input);
    setState({ isPending: true, error: null });
    latest.current.send(input).then(
      (answer) => {
        setState(idle);
        latest.current.onAnswer(answer, input);
      },
      (error: unknown) => {
        setState({ isPending: false, error });
        latest.current.onFailure?.(error, input);
      },
    );
  }, []);
  const reset = useCallback(() => setState(idle), []);
  return { ...state, run, reset };
}
