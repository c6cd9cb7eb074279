/** What a read answers, or the fallback if it fails: a missing file, or one that another process has just deleted. */
export const orElse = <A, B>(read: () => A, fallback: B): A | B => {
  try {
    return read()
  } catch {
    return fallback
  }
}
