// On a low screen a form's fields and button share one line, so that the verdict and they stay above the keyboard.

/** Round the forms. */
export const lowForms = 'low:line-forms';

/** A field: its hint stands beside the label. */
export const lowField = 'low:line-field';

/** The button, beside the controls. */
export const lowButton = 'low:mt-7 low:min-h-[54px] low:text-[1.0625rem]';
