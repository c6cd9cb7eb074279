type ByLanguage = Readonly<Record<string, string>>

const any = (words: ByLanguage): string => Object.values(words).join("|")

/** Words in front of a row. */
export const rowWord = any({
  en: "rows?",
  de: "reihe",
  fr: "rang(?:ée)?",
  es: "fila",
  it: "riga",
  nl: "rij",
  pt: "fileira"
})

/** Words in front of seats. */
export const seatWord = any({
  en: "seats?",
  de: "sitz(?:e|platz|plätze)?|platz|plätze",
  fr: "si[èe]ges?|places?(?! de )",
  es: "asientos?|butacas?|localidades",
  it: "post[oi]|poltron[ae]",
  nl: "stoel(?:en)?|zitplaats(?:en)?",
  pt: "lugar(?:es)?|assentos?|cadeiras?"
})

/** Words in front of a section. */
export const sectionWord = any({
  en: "sec(?:tion)?|block|area|stand",
  de: "bereich|sektor",
  fr: "bloc|secteur|tribune",
  es: "sección|seccion|sector",
  it: "zona|settore",
  nl: "vak",
  pt: "setor|bloco"
})

/** Areas of theatres and arenas, which stand in front of a row's letter without a word: `Stalls L 22`. */
export const areaWord = any({
  en: "stalls|(?:dress |upper |grand |royal )?circle|balcony|gallery|orchestra|mezzanine|amphitheatre|floor|terrace",
  de: "parkett(?: links| rechts| mitte)?|parterre|(?:ober|unter)?rang|balkon|galerie|loge",
  fr: "orchestre|parterre|corbeille|(?:1er |2e |premier )?balcon|galerie|loge|baignoire",
  es: "platea|patio de butacas|anfiteatro|palco|cazuela|entresuelo|paraíso|luneta",
  it: "platea|galleria|loggione|palco|palchetto|balconata",
  nl: "parterre|parket|zaal|balkon|loge|frontbalkon",
  pt: "plateia|balcão|camarote|frisa|galeria|tribuna"
})

/** Kinds of prices, which stand next to a section without being one: `Plateia I - Inteira`. */
export const priceKind = any({
  en: "full price|adults?|child(?:ren)?|concession|students?|seniors?|standard(?: ticket)?|regular",
  de: "normalpreis|vollpreis|ermäßigt|erwachsene?r?|kind(?:er)?|vollzahler",
  fr: "(?:plein |tarif )?(?:tarif|normal|plein|réduit)|adulte|enfant",
  es: "(?:entrada )?general|adulto|niño|reducida|precio general",
  it: "intero|ridotto|adulto|bambino",
  nl: "normaal(?: tarief)?|volwassene|kind|cjp|reductie",
  pt: "inteira|meia(?:-entrada)?|adulto|criança|normal"
})

/** Words for free of charge. */
export const freeWord = any({
  en: "free",
  de: "kostenlos|kostenfrei|gratis|freier eintritt",
  fr: "gratuite?|entrée libre",
  es: "gratis|gratuit[ao]",
  it: "gratis|gratuit[oa]|ingresso libero",
  nl: "gratis",
  pt: "gratuit[oa]|grátis",
  ja: "無料"
})

/** Words for tickets. */
export const ticketWord = any({
  en: "(?:e-?)?tickets?",
  de: "karten?|eintrittskarten?",
  fr: "billets?|places",
  es: "entradas?|boletos?",
  it: "bigliett[io]",
  nl: "kaarten|kaartjes?",
  pt: "ingressos?|bilhetes?"
})

/** Numbers in words. */
export const numberWords: Readonly<Record<number, string>> = {
  1: "an?|one|eine?n?|une?|una|uno|een|één|uma?",
  2: "two|zwei|deux|dos|due|twee|dois|duas",
  3: "three|drei|trois|tres|tre|drie|três",
  4: "four|vier|quatre|cuatro|quattro|quatro"
}
