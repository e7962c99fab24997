export const COORDINATOR = 'robin';
export const VOLUNTEER = 'imani';

/** Who works a shift. A name listed twice is drawn twice as often. */
export const rota = [COORDINATOR, VOLUNTEER, VOLUNTEER, 'lucas', 'wen', 'wen', 'sasha'] as const;
