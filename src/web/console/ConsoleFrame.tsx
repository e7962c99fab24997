import { QueryFrame } from '#web/QueryFrame.tsx';
import '#web/console.css';

/** Stands round the console's screens. */
export function ConsoleFrame() {
  return <QueryFrame />;
}
