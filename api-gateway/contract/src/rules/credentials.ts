const signUpMinimum = 8;
/** Longer texts are no address (RFC 5321), and a hash of them would cost time. */
const longestEmail = 254;
const longestPassword = 1000;
/** S1§5: text, @, text, dot, at least two characters. */
const loosePattern = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** An e-mail address as it is compared and stored: trimmed and in lower case. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();

/** S1§5: what is wrong with an e-mail address; null when nothing is. */
export const emailFault = (email: string): 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | null => {
  const normalized = normalizedEmail(email);
  if (normalized === '') return 'ErrorEmailEmpty';
  return normalized.length <= longestEmail && loosePattern.test(normalized) ? null : 'ErrorEmailInvalid';
};

/** S1§5: what is wrong with a password, which is never trimmed; null when nothing is. The minimum binds at sign-up alone. */
export const passwordFault = (password: string, purpose: 'signUp' | 'login'): 'ErrorPasswordInvalid' | null => {
  const minimum = purpose === 'signUp' ? signUpMinimum : 1;
  return password.length >= minimum && password.length <= longestPassword ? null : 'ErrorPasswordInvalid';
};
