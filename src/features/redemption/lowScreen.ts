// On a low screen a form's fields and button share one line, so that the verdict and they stay above the keyboard.

/** Round the forms. What takes the focus stops short of the verdict, which stays at the top. */
export const lowForms =
  'low:[&_form]:flex-row low:[&_form]:flex-wrap low:[&_form]:items-start low:[&_form]:gap-x-3.5 low:[&_form]:gap-y-3 low:[&_form>[role=alert]]:order-first low:[&_form>[role=alert]]:w-full low:[&_:is(input,button)]:scroll-mt-28';

/** A field: its hint stands beside the label. */
export const lowField =
  'low:grid low:grid-cols-[auto_minmax(0,1fr)] low:items-baseline low:gap-x-2 low:[&>label]:text-base low:[&>label]:leading-6 low:[&>p]:col-start-2 low:[&>p]:row-start-1 low:[&>p]:mt-0 low:[&>p]:truncate low:[&>p]:leading-6 low:[&>div]:col-span-full low:[&>label+div]:mt-1 low:[&_input]:min-h-[54px]';

/** The button, beside the controls. */
export const lowButton = 'low:mt-7 low:min-h-[54px] low:text-[1.0625rem]';
