/** Words for buildings in names of venues. */
export const buildingWord = new RegExp(
  "(?<![a-zÀ-ɏ])(?:amphitheat(?:er|re)|arena|auditorium|ballpark|ballroom|bandshell|bar|bowl|cabaret|casino|cellar|center|centre|church|cathedral|chapel|cinema|club|coliseum|concourse|dome|fairgrounds?|field|forum|gallery|garden|gardens|ground|grounds|hall|house|inn|jazzclub|" +
    "lounge|meadow|museum|music box|opera house|palace|palladium|park|pavilion|pier|playhouse|plaza|pub|raceway|rink|room|saloon|speedway|square|stadium|stage|studios?|tabernacle|tavern|temple|tent|theat(?:er|re)|track|winery|works|" +
    "halle|stadion|kulturzentrum|schauspielhaus|oper|philharmonie|saal|salle|théâtre|zénith|olympia|sala|teatro|palacio|palau|auditorio|estadio|estádio|stadio|palazzo|palasport|pala\\w+|coliseu|pavilhão|recinto|foro|plaza de toros|schouwburg|melkweg|paradiso|poppodium|concertgebouw|freilichtbühne|waldbühne|messe\\w*)(?![a-zÀ-ɏ])|(?:halle|haus|stadion|theater|bühne|dome|plex|club|works)(?![a-zÀ-ɏ])|(?:ホール|ドーム|アリーナ|会館|劇場|武道館|球場|スタジアム|文化会館)",
  "i"
)

const any = (byLanguage: Readonly<Record<string, string>>): string => Object.values(byLanguage).join("|")

/** Words for a part of a building, in the languages of mails. */
const auditoriums = {
  en: "hall|room|stage|auditorium|studio|ballroom|main hall|main stage",
  de: "\\S*saal|hallen?|opernhaus|schauspielhaus|studiobühne|kammerspiele|foyer|hörsaal",
  fr: "salle|grande salle|petite salle|amphithéâtre|auditorium|studio",
  es: "sala|auditorio|paraninfo|salón",
  it: "sala|salone|auditorium|aula magna|teatro studio",
  nl: "\\S*zaal|zaal|foyer|aula",
  pt: "sala|auditório|salão|aula magna"
}

/** Words for a whole building with several auditoriums. */
const buildings = {
  en: "theat(?:er|re)|cent(?:er|re)|museum|conservatory|opera|palace|university|college|library|club",
  de: "\\S*theater|\\S*museum|\\S*philharmonie|\\S*konzerthaus|kulturzentrum|universität|schloss|\\S*haus",
  fr: "théâtre|musée|palais|centre|maison|opéra|conservatoire|philharmonie|cité|université|bibliothèque",
  es: "teatro|museo|palacio|centro|auditorio|ópera|conservatorio|universidad|biblioteca",
  it: "teatro|museo|palazzo|auditorium|conservatorio|università|biblioteca|castello",
  nl: "\\S*theater|\\S*museum|\\S*gebouw|schouwburg|auditorium|universiteit|bibliotheek",
  pt: "teatro|museu|palácio|centro|casa|coliseu|auditório|universidade|biblioteca"
}

/** Words of streets and squares, which are an address even without a number. */
const streets = {
  en: "street|st\\.|avenue|ave\\.?|road|lane|square|boulevard|drive|way|broadway|quay",
  de: "\\S*stra(?:ß|ss)e|\\S*str\\.|\\S*platz|\\S*allee|\\S*weg|\\S*gasse|\\S*ufer|\\S*ring",
  fr: "rue|place|avenue|av\\.|boulevard|bd|quai|esplanade|allée|cours",
  es: "calle|c/|avenida|avda\\.?|av\\.|plaza|paseo|ronda|carrer|plaça",
  it: "via|viale|piazza|piazzale|corso|largo|lungotevere|vicolo",
  nl: "\\S*straat|\\S*laan|\\S*plein|\\S*weg|\\S*kade|\\S*gracht",
  pt: "rua|r\\.|avenida|av\\.|praça|largo|travessa|alameda|estrada"
}

const word = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "iu")

const auditorium = new RegExp(`${word(any(auditoriums)).source}|ホール$|シアター\\d*$`, "iu")
const building = word(any(buildings))
const street = word(any(streets))

/** Whether a text names a part of a building: `Großer Saal`, `Main Stage`, `中ホール`. */
export const isAuditorium = (text: string): boolean => auditorium.test(text)

/** Whether a text names a street or a square, also without a number. */
const isStreetName = (text: string): boolean => /\d/.test(text) || street.test(text)

/**
 * Whether the second of two parts belongs to the name: an auditorium behind its building, or a building behind its
 * auditorium, but no street.
 */
export const isOfOneBuilding = (first: string, second: string): boolean =>
  !isStreetName(second) && (isAuditorium(second) || (isAuditorium(first) && building.test(second)))
