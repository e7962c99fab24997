import type { ComponentType, ReactNode } from 'react';
import type { DrawingProps } from '#web/art/Drawing.tsx';
import { Shelf } from './Shelf.tsx';

type EmptyStateProps = {
  /** Which thing is missing from the shelf. */
  object: ComponentType<DrawingProps>;
  title: string;
  text?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  className?: string | undefined;
};

export function EmptyState({ object: MissingObject, title, text, action, className = '' }: EmptyStateProps) {
  return (
    <div className={`flex flex-col items-center px-5 py-6 text-center ${className}`}>
      <Shelf thickness={8} className="w-50 max-w-full" rowClassName="justify-center">
        <MissingObject ghost size={104} />
      </Shelf>
      <p className="mt-4 font-bold">{title}</p>
      {text && <p className="t-small mt-0.5 max-w-[46ch] text-balance text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
