import { userInfo } from 'node:os';

/** The name that the system knows the person by; a system may know none. */
export function whoIsHere(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
