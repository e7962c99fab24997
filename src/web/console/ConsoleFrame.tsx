import { QueryFrame } from '#web/QueryFrame.tsx';
import '#web/console.css';

/** The route around all console screens: loads the console's styles and the query cache. */
export function ConsoleFrame() {
  return <QueryFrame />;
}
