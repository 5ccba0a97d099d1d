export { Checkbox } from './checkbox';
export { ChoiceTiles } from './choice-tiles';
export { CodeField } from './code-field';
export { FileField } from './file-field';
export { FormError } from './field-frame';
export { RadioGroup } from './radio-group';
export { TextArea } from './text-area';
export { PasswordField, TextField } from './text-field';
export type { FieldRule } from './text-field';
