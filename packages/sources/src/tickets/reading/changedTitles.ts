/** What a line says of a change: the name of the event, or none. */
interface StatedChange {
  readonly title: string | null
}

const maxLineLength = 400
const forwards = /^(?:(?:fwd?|fw|re|aw|wg|tr|rv|enc|i|r|vs|doorst|antw|res|転送)\s*:\s*)+/i

const articles =
  "the|your|this|our|an?|upcoming|ihre?[nrms]?|deine?[nrms]?|eure?[nrms]?|die|das|der|den|dem|des|dieses?|votre|vos|le|la|les|ce|cet|cette|tus?|sus?|el|los|las|este|esta|il|lo|i|gli|tu[oae]|tuoi|su[oae]|suoi|vostr[oaie]|je|jouw|uw|jullie|de|het|deze|dit|os?|as?|seus?|suas?|teus?|tuas?"
const article = `(?:(?:${articles}) |(?:l|d|dell)['’]\\s?)`
const events = "event|veranstaltung|événement|evenement|evento"
const orders =
  "order|booking|reservation|purchase|(?:e-?)?tickets?|bestellung|buchung|reservierung|auftrag|(?:eintritts)?karten|commande|réservation|achat|billets?|places|pedido|compra|reserva|orden|entradas?|boletos?|ordine|acquisto|prenotazione|bigliett[oi]|bestelling|boeking|reservering|aankoop|kaart(?:en|jes)|encomenda|ingressos?|bilhetes?|seats?|plätze|asientos?|posti|plaatsen|lugares"
const shows =
  "concert|show|game|match|performance|konzert|vorstellung|aufführung|spectacle|représentation|concierto|espectáculo|función|partido|concerto|spettacolo|serata|partita|voorstelling|wedstrijd|espetáculo|sessão|jogo"
const noun = `(?:${events}|${orders}|${shows})s?`
const preposition =
  "(?:(?:for|of|to|für|von|zu|zur|zum|pour|des?|du|para|per|di|del|della|dello|voor|van|do|da) |(?:d|dell)['’]\\s?)"
const number = "(?: (?:n|nr|no|number|nummer|numero|número)[.°º]{0,2})?[ #(]{1,3}\\p{L}{0,6}[-/]?\\d[\\w/-]*\\)?"

/** Something without a name: `your order 40-1002`, `l'evento`. */
const anything = new RegExp(`^${article}*(?:${noun})?(?:${number})?(?: [-–—] ${noun}(?:${number})?)?$`, "iu")

const changed =
  "cancell?ed|called off|postponed|rescheduled|moved|storniert|abgesagt|verschoben|verlegt|annul(?:é|ée|és|ées)|report(?:é|ée|és|ées)|déplac(?:é|ée|és|ées)|cancelad[oa]s?|anulad[oa]s?|suspendid[oa]s?|aplazad[oa]s?|pospuest[oa]s?|reprogramad[oa]s?|annullat[oaie]|cancellat[oaie]|sospes[oaie]|rinviat[oaie]|spostat[oaie]|posticipat[oaie]|rimandat[oaie]|geannuleerd|afgelast|afgezegd|verplaatst|uitgesteld|adiad[oa]s?|suspens[oa]s?|remarcad[oa]s?|reagendad[oa]s?"
const change =
  "cancell?ation|update|absage|stornierung|stornobestätigung|verlegung|verschiebung|terminänderung|annulation|report|cancelación|anulación|aplazamiento|annullamento|cancellazione|rinvio|annulering|afgelasting|cancelamento|anulação|adiamento"
const alas =
  "unfortunately|sadly|leider|malheureusement|lamentablemente|desafortunadamente|purtroppo|helaas|infelizmente"
const is =
  "(?:has|have) been|had to be|will be|is|are|was|were|wurden?|wird|werden|sind|ist|musste|müssen|muss|(?:a|ont) été|est|sont|(?:ha|han) sido|se han?|fue|fueron|está|están|queda|(?:è|sono) stat[oaie]|è|sono|zijn|werd|wordt|worden|foi|foram"
const fails =
  "(?:will not|won't) (?:be )?tak(?:e|ing) place|fällt(?: leider)? aus|entfällt|findet(?: leider)? nicht statt|n['’]aura pas lieu|no se celebrará|se cancela|non (?:si terrà|avrà luogo)|gaat(?: helaas)? niet door|não (?:se realizará|será realizado|vai acontecer)"
const end = "(?!\\p{L})"
const statement = `(?:(?:${is})(?: (?:${alas}|now))? (?:${changed})|${fails})${end}`

/** `We regret to inform you that X …` */
const introduction = new RegExp(
  "^.{0,80}?(?:inform|regret|sorry|bedauern|mitteilen|leid|désol|lament|sentimos|comunic|spiacent|spijt|meedelen|laten weten).{0,60}?" +
    "(?:[\\s,]+(?:that|dass|daß|que|che|dat) |\\bqu['’]|, )",
  "iu"
)
const sigh = new RegExp(`^(?:${alas})[,:]? `, "iu")

/** Forms of sentences around the name of an event, which is the group. */
const forms: ReadonlyArray<RegExp> = [
  // `Event Canceled: X`, `Annullamento evento - ordine 77-1202`.
  new RegExp(
    `^(?:(?:important|notice|${noun}) ){0,4}(?:${changed}|${change})(?: ${noun})?(?: ?[:–—-]) ?(\\S.*)$`,
    "iu"
  ),
  new RegExp(`^(?:${change}) (?:${preposition}|(?=${article}))(\\S.*)$`, "iu"),
  new RegExp(`^(?:${alas}) (?:${is}|fällt|findet|gaat) (\\S.*?) (?:${changed}|aus|nicht statt|niet door)${end}`, "iu"),
  new RegExp(`^(\\S.*?) ${statement}`, "iu"),
  // `X (abgesagt)`, `Ordine annullato`.
  new RegExp(`^(\\S.*?)(?:[:(]| [:(–—-]) ?(?:${changed})\\)?$`, "iu"),
  new RegExp(`^(${article}*${noun}) (?:${changed})!*$`, "iu"),
  new RegExp(`^(?:${changed}|${change})()!*$`, "iu"),
  /^【[^】]*(?:中止|延期)[^】]*】(.*?)(?:の(?:お知らせ|ご案内))?$/u,
  /^(?=.*(?:中止|延期|キャンセル|取り?消))[^「『]*[「『]([^「『」』]+)[」』]/u,
  /^(.*?)の?(?:公演|開催)?(?:中止|延期|キャンセル)(?:の|に関する)お?知らせ/u,
  /^の(?:お知らせ|ご案内)()$/u,
  /^(.*)は[^は]*(?:中止|延期)/u,
  /^(.*?)[がの]、?キャンセル/u
]

/** `ご注文`, `下記の公演`. */
const anythingJapanese =
  /^(?:(?:下記|以下|本|この|お客様|ご|お|の|【[^】]*】)*(?:注文|予約|公演|開催|イベント|チケット)?の?)?$/u

const lead = new RegExp(`^(${article})*(${noun})[:,]? (${preposition})?`, "iu")
const isEvent = new RegExp(`^(?:${events})$`, "iu")
const isOrder = new RegExp(`^(?:${orders})`, "iu")
/** Titles write these words large, German always does. */
const isSmall = /^(?:\p{Ll}|Konzert|Vorstellung|Aufführung)/u

/** Without the words for an event or an order in front: `L'evento X`. `The Show Must Go On` has none. */
const withoutNoun = (name: string): string => {
  const [before = "", anArticle, word = "", of] = lead.exec(name) ?? []
  const isMarked = anArticle !== undefined || (of !== undefined && isOrder.test(word))
  const rest = name.slice(before.length)
  const isName = /^[^\p{Ll}\s]/u.test(rest)
  return isName && (isEvent.test(word) || (isMarked && (isOrder.test(word) || isSmall.test(word)))) ? rest : name
}

/** `Your seats`, but not `Our Lady Peace`. */
const isOwn =
  /^(?:[Yy]our|[Oo]ur|[Vv]otre|[Vv]os|[Tt]us?|[Ss]us?|(?:[IiLl][la]?\s)?[TtSs]u[oaei]i?|[Uu]w|(?:[OoAa]s?\s)?[SsTt](?:eu|ua)s?)\s\p{Ll}/u

const isNone = (name: string): boolean =>
  anything.test(name) || anythingJapanese.test(name) || /^#?\d[\d/-]{4,}$/.test(name)

const nameIn = (text: string): string | null => {
  const whole = text.replace(introduction, "").replace(sigh, "").trim()
  const name = withoutNoun(whole)
    .replace(/^["“„«'‘]\s*|\s*["”“»'’]$/gu, "")
    .trim()
  return isNone(whole) || isNone(name) || isOwn.test(name) ? null : name
}

/**
 * The change that a line of a mail states: `Event Canceled: X`, `X has been postponed`, `Il tuo ordine è stato
 * annullato`. Null for a line that states none.
 */
export const changeIn = (line: string): StatedChange | null => {
  const bare = line
    .slice(0, maxLineLength)
    .replace(forwards, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.。]+$/u, "")
  for (const form of forms) {
    const text = form.exec(bare)?.[1]
    if (text !== undefined) return changeIn(text) ?? { title: nameIn(text) }
  }
  return null
}
