import type { Socket } from "node:net"
import { type Numbered, type Token, commandReader, inSet, search, textOf, tokens } from "./protocol.js"

/**
 * What can go wrong with one command: a refusal, a connection that is cut (in the middle of the answer, where it has
 * one), silence.
 */
export type ImapFault = "no" | "cut" | "hang"

/** The mailbox as one connection finds it. */
export interface Account {
  readonly username: string
  readonly password: string
  /** In the person's language. */
  readonly allMail: string
  readonly isGmail: boolean
  readonly validity: () => number
  readonly mails: () => ReadonlyArray<Numbered>
  /** The fault that this command meets. Also told of every command, for the log. */
  readonly fault: (command: string, rest: string) => ImapFault | undefined
}

/** One client's conversation (RFC 3501), as far as a reader of mail leads it. */
export const converse = (socket: Socket, account: Account): void => {
  let isIn = false
  let isOpen = false
  /** The command whose credentials come on a line of their own. */
  let awaited: string | null = null
  const capabilities = `IMAP4rev1 ID SPECIAL-USE UIDPLUS AUTH=PLAIN${account.isGmail ? " X-GM-EXT-1" : ""}`
  const send = (...lines: ReadonlyArray<string>) =>
    void socket.write(Buffer.from(lines.map((line) => `${line}\r\n`).join(""), "latin1"))

  const respond = (tag: string, command: string, words: ReadonlyArray<Token>): void => {
    const ok = (...untagged: ReadonlyArray<string>) => send(...untagged, `${tag} OK ${command} completed`)
    const no = (why: string) => send(`${tag} NO ${why}`)
    switch (command) {
      case "CAPABILITY":
        return ok(`* CAPABILITY ${capabilities}`)
      case "ID":
        return ok('* ID ("name" "Simulated")')
      case "NOOP":
        return ok()
      case "LOGOUT":
        ok("* BYE until next time")
        return void socket.end()
      case "LOGIN":
        return login(tag, textOf(words[0]), textOf(words[1]))
      case "AUTHENTICATE":
        if (textOf(words[0]).toUpperCase() !== "PLAIN") return no("[CANNOT] not that way")
        if (words.length > 1) return plain(tag, textOf(words[1]))
        awaited = tag
        return send("+ ")
    }
    if (!isIn) return send(`${tag} BAD log in first`)
    switch (command) {
      case "LIST":
        return ok(...mailboxes(account, words))
      case "LSUB":
        return ok()
      case "SELECT":
      case "EXAMINE":
        return open(tag, textOf(words[0]))
      case "SEARCH":
      case "FETCH":
        return isOpen ? ok(...answer(command, words)) : send(`${tag} BAD open a mailbox first`)
      default:
        return send(`${tag} BAD unknown command`)
    }
  }

  const plain = (tag: string, credentials: string) => {
    const [, user = "", password = ""] = Buffer.from(credentials, "base64").toString().split("\0")
    login(tag, user, password)
  }

  const login = (tag: string, user: string, password: string) => {
    isIn = user === account.username && password === account.password
    send(
      isIn ? `${tag} OK [CAPABILITY ${capabilities}] welcome` : `${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`
    )
  }

  const open = (tag: string, name: string) => {
    const mails = account.mails()
    isOpen = name === account.allMail || name.toUpperCase() === "INBOX"
    if (!isOpen) return send(`${tag} NO [NONEXISTENT] Unknown Mailbox: ${name}`)
    send(
      "* FLAGS (\\Seen \\Answered)",
      "* OK [PERMANENTFLAGS ()] Flags permitted.",
      `* OK [UIDVALIDITY ${account.validity()}] UIDs valid.`,
      `* ${mails.length} EXISTS`,
      "* 0 RECENT",
      `* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] Predicted next UID.`,
      `${tag} OK [READ-ONLY] ${name} selected.`
    )
  }

  const answer = (command: string, words: ReadonlyArray<Token>): ReadonlyArray<string> => {
    const mails = account.mails()
    if (command === "SEARCH") return [["* SEARCH", ...search(words, mails)].join(" ")]
    const mailbox = JSON.stringify(words[1] ?? "")
    const [, start = "0", length] = /<(\d+)\.(\d+)>/.exec(mailbox) ?? []
    return mails.flatMap(({ mail, uid }, index) => {
      if (!inSet(textOf(words[0]), uid, mails.at(-1)?.uid ?? 0)) return []
      const source = mail.raw.slice(Number(start), length === undefined ? undefined : Number(start) + Number(length))
      const body = /BODY/i.test(mailbox)
        ? ` BODY[]${length === undefined ? "" : `<${start}>`} {${source.length}}\r\n${source}`
        : ""
      return [`* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${mail.raw.length}${body})`]
    })
  }

  const onCommand = (line: string) => {
    if (awaited !== null) {
      plain(awaited, line)
      awaited = null
      return
    }
    const [tag = "*", word = "", ...rest] = line.split(" ")
    const isByUid = word.toUpperCase() === "UID"
    const command = (isByUid ? (rest[0] ?? "") : word).toUpperCase()
    const below = (isByUid ? rest.slice(1) : rest).join(" ")
    switch (account.fault(command, below)) {
      case "hang":
        return
      case "no":
        return send(`${tag} NO [UNAVAILABLE] try again later`)
      case "cut":
        return cut(command)
      default:
        return respond(tag, command, tokens(below))
    }
  }

  const cut = (command: string) => {
    if (command === "FETCH") socket.write("* 1 FETCH (UID 1 BODY[] {5000}\r\nFrom: ")
    setTimeout(() => socket.destroy(), 5)
  }

  socket.on(
    "data",
    commandReader(onCommand, () => send("+ go on"))
  )
  socket.on("error", () => socket.destroy())
  send(`* OK [CAPABILITY ${capabilities}] Simulated server ready`)
}

const mailboxes = ({ allMail }: Account, words: ReadonlyArray<Token>): ReadonlyArray<string> => {
  const pattern = words.map(textOf).find((word) => /[*%]|INBOX/i.test(word))
  if (pattern === undefined) return ['* LIST (\\Noselect) "/" ""']
  const inbox = '* LIST (\\HasNoChildren) "/" "INBOX"'
  return /INBOX/i.test(pattern)
    ? [inbox]
    : [
        inbox,
        `* LIST (\\All \\HasNoChildren) "/" "${allMail}"`,
        '* LIST (\\Sent \\HasNoChildren) "/" "[Gmail]/Gesendet"'
      ]
}
