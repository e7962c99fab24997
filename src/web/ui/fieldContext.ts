import { createContext, use } from 'react';
import { useIsHydrated } from './hydration.tsx';

export type FieldSize = 'page' | 'console' | 'till';

type FieldContextValue = {
  controlId: string;
  describedBy: string | undefined;
  invalid: boolean;
  size: FieldSize;
};

/** What a control takes from its field. Null outside a field, as in a toolbar. */
export const FieldContext = createContext<FieldContextValue | null>(null);

/** The size of every field below that names none. */
export const FieldSizeContext = createContext<FieldSize>('page');

type OwnAttributes = {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  disabled?: boolean | undefined;
};

/** The attributes that tie a control to its field's label, hint and error. The control's own come first. */
export function useFieldAttributes(own: OwnAttributes) {
  const field = use(FieldContext);
  const isHydrated = useIsHydrated();
  const describedBy = [field?.describedBy, own['aria-describedby']].filter(Boolean).join(' ');
  return {
    id: own.id ?? field?.controlId,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid === true ? true : undefined),
    disabled: own.disabled === true || !isHydrated,
    // Hydration enables it in a moment, so it never looks disabled.
    'data-waiting': isHydrated ? undefined : '',
  };
}

/** The size of a control: its own, else its field's, else that of the surroundings. */
export function useControlSize<Own extends string>(own: Own | undefined): Own | FieldSize {
  const field = use(FieldContext);
  const inherited = use(FieldSizeContext);
  return own ?? field?.size ?? inherited;
}
