export { Checkbox } from './checkbox';
export { CodeField } from './code-field';
export { FileField } from './file-field';
export { FormError } from './form-error';
export { PasswordField } from './password-field';
export { TextField } from './text-field';
export type { FieldRule } from './use-field-text';
