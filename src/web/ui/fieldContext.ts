import { createContext, use } from 'react';
import { useIsHydrated } from './hydration.tsx';

export type FieldSize = 'page' | 'console' | 'till';

type FieldContextValue = {
  controlId: string;
  describedBy: string | undefined;
  invalid: boolean;
  size: FieldSize;
};

/** The values that a control takes from its field. Null outside a field, as in a toolbar. */
export const FieldContext = createContext<FieldContextValue | null>(null);

/** The default size of the fields inside. */
export const FieldSizeContext = createContext<FieldSize>('page');

type ControlAttributes = {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  disabled?: boolean | undefined;
};

/** The attributes that tie a control to its field's label, hint and error. Its own attributes take precedence. */
export function useFieldAttributes(ownAttributes: ControlAttributes) {
  const field = use(FieldContext);
  const isHydrated = useIsHydrated();
  const describedBy = [field?.describedBy, ownAttributes['aria-describedby']].filter(Boolean).join(' ');
  return {
    id: ownAttributes.id ?? field?.controlId,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': ownAttributes['aria-invalid'] ?? (field?.invalid === true ? true : undefined),
    disabled: ownAttributes.disabled === true || !isHydrated,
    // Before hydration a control is disabled but does not look so, since hydration enables it in a moment.
    'data-waiting': isHydrated ? undefined : '',
  };
}

/** The size of a control: its own, else its field's, else the default of `FieldSizeContext`. */
export function useControlSize<Size extends string>(ownSize: Size | undefined): Size | FieldSize {
  const field = use(FieldContext);
  const inherited = use(FieldSizeContext);
  return ownSize ?? field?.size ?? inherited;
}
