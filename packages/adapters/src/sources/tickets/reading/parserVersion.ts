/** Of the reading of mails: another one after each change of what it finds, so that what was read before is read again. */
export const parserVersion = 6
