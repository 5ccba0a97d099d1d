import { tokens } from '../theme';

interface MarkProps {
  /** Edge in px; default 34. */
  readonly size?: number;
}

/** The brand: a plate on which fork and knife lie as a pause sign. */
export const Mark = ({ size = 34 }: MarkProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="16" r="16" fill={tokens.color.plum} />
    <path
      d="M9.2 8.2v5.1c0 1.2.7 2.2 1.8 2.6V23a1.7 1.7 0 0 0 3.4 0v-7.1c1.1-.4 1.8-1.4 1.8-2.6V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0Z"
      fill={tokens.color.onPlum}
    />
    <path d="M18.6 8.6c0-.9 1-1.4 1.7-.8 1.6 1.3 2.3 3.3 2.3 5.6 0 2-.2 3-.6 3.6V23a1.7 1.7 0 0 1-3.4 0Z" fill={tokens.color.butter} />
  </svg>
);
