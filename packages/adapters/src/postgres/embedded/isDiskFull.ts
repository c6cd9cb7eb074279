/** Whether the engine or the file system says that there is no room left. */
export const isDiskFull = (text: string): boolean => /no space left|could not extend file|ENOSPC/i.test(text)
