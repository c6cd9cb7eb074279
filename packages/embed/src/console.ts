const reported = new Set<string>()

/** Tells the owner of the page, in the browser's console, what is to be done. Each text once. */
export const warn = (text: string): void => {
  if (reported.has(text)) return
  reported.add(text)
  console.warn(text)
}
