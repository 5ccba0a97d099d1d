export { Button, ButtonLink } from './button';
export { DisabledReason } from './disabled-reason';
export { IconButton, IconLink } from './icon-button';
export { useMoment } from './use-moment';
