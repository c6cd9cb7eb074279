/** Columns that a line may take: those of a terminal; without end where there is none, so that nothing is cut for a script. */
export const columnsOf = (stream: NodeJS.WriteStream): number => stream.isTTY === true ? stream.columns || 80 : Infinity

/** Whether block characters can be shown: not where the locale names another character set, nor on the console of a kernel. */
export const showsBlocks = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || ""
  return env["TERM"] !== "linux" && (locale === "" || /utf-?8/i.test(locale))
}
