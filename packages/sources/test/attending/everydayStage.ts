import { addDays } from "@daybook/core/shared"
import type { EverydayRow } from "./everyday.js"

/** What people write who make shows, help with them or bring others there, at a stage in the evening, by language. */
const helping: Readonly<Record<string, { readonly place: string; readonly titles: ReadonlyArray<string> }>> = {
  en: {
    place: "Pantages Theater, 901 Broadway, Tacoma, WA 98402, USA",
    titles: [
      "Opera fundraiser committee",
      "Nutcracker set building",
      "Comedy writing group",
      "Stage crew for school musical",
      "Musical auditions (Emma)",
      "Drama boosters: musical budget",
      "Ballet costumes pick up",
      "Musical cast photos",
      "Set strike after the musical",
      "Opera guild annual dinner",
      "Concert set up with band boosters",
      "Drop Mia at ballet",
      "Sew Nutcracker tutus",
      "Opera board",
      "Comedy improv level 2",
      "Paint flats for the musical",
      "Musical awards banquet",
      "Run lights for the spring musical",
      "Sell snacks at the school musical",
      "Drive Zoe to Nutcracker call"
    ]
  },
  de: {
    place: "Staatstheater Kassel, Friedrichsplatz 15, 34117 Kassel",
    titles: [
      "Probe Musical-AG",
      "Bühnenaufbau Oper",
      "Kostüme nähen fürs Ballett",
      "Elternabend Musical",
      "Förderverein Oper",
      "Kuchenverkauf beim Schulmusical",
      "Lina zum Ballett fahren",
      "Kabarett-Schreibwerkstatt",
      "Premierenfeier Musical planen",
      "Generalprobe Oper",
      "Mitgliederversammlung Opernfreunde",
      "Musical: Noten kopieren",
      "Technik-Team Musical",
      "Infoabend Ballett",
      "Opernchor: Stimmbildung",
      "Requisiten fürs Musical holen",
      "Stammtisch Oper",
      "Comedy-Kurs VHS",
      "Vorsprechen Musical",
      "Bühnenbild Ballett streichen"
    ]
  },
  fr: {
    place: "Opéra de Lille, Place du Théâtre, 59000 Lille",
    titles: [
      "Répétition générale opéra (chœur)",
      "Montage décors comédie musicale",
      "Réunion bénévoles opéra",
      "Couture costumes ballet",
      "AG association ballet",
      "Déposer Léa au ballet",
      "Atelier d'écriture stand-up",
      "Vente de gâteaux, comédie musicale de l'école",
      "Peindre les décors de l'opéra",
      "Audition comédie musicale",
      "Stage de ballet",
      "Inscriptions ballet",
      "Régie lumière comédie musicale",
      "Buvette au ballet de l'école",
      "Pot de fin d'année opéra",
      "Préparer les loges, opéra",
      "Covoiturage ballet",
      "Photos de la troupe, comédie musicale",
      "Comité des fêtes : opéra en plein air",
      "Essayage ballet"
    ]
  }
}

/** Shows that the same people watched there. */
const watched: ReadonlyArray<readonly [title: string, language: string]> = [
  ["The Nutcracker (ballet)", "en"],
  ["Opera: Tosca", "en"],
  ["Come From Away (musical)", "en"],
  ["Oper: Der Freischütz", "de"],
  ["Ballett: Schwanensee", "de"],
  ["Musical: Anatevka", "de"],
  ["Opéra : Carmen", "fr"],
  ["Ballet : Giselle", "fr"],
  ["Comédie musicale : Les Misérables", "fr"]
]

const row = (title: string, language: string, index: number, attends: boolean): EverydayRow => ({
  title,
  category: language,
  attends,
  date: addDays("2026-03-02", index * 4),
  time: "1900",
  minutes: 120,
  location: helping[language]!.place
})

/** 60 rows of everyday life in three languages, and nine shows. */
export const stageRows: ReadonlyArray<EverydayRow> = [
  ...Object.entries(helping).flatMap(([language, { titles }]) =>
    titles.map((title) => ({ title, language, attends: false }))
  ),
  ...watched.map(([title, language]) => ({ title, language, attends: true }))
].map(({ attends, language, title }, index) => row(title, language, index, attends))
