import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:ihre[nrm]?|deine[nrm]?|eure[nrm]?)"
const order = "(?:ticket-?)?(?:bestellung|buchung|auftrag|kauf|einkauf|ticketkauf)"
const tickets = "(?:e-?|online-?|print-?|mobile-?)?(?:tickets?|karten?|eintrittskarten?)"

export const german: LanguagePhrases = {
  language: "de",
  frequent: words(
    "und|der|die|das|ist|für|mit|von|auf|sie|ihre[rnm]?|deine[rnm]?|wir|nicht|zu|im|uhr|veranstaltung|reihe|platz|plätze|gesamt\\w*|bestell\\w*|anzahl|datum|ort"
  ),
  bought: words(
    "verbindliche buchung",
    "(?:zahlung|überweisung|zahlungseingang) (?:.{0,40} )?(?:eingegangen|erhalten|verbucht)",
    "zahlungseingang(?: .*)?",
    "(?:bestellung|buchung) ist (?:durch|da|fix)",
    "tickets? (?:sind|ist) (?:hiermit )?bestätigt",
    "anmeldung (?:.{0,60} )?(?:erhalten|bestätigt|erfolgreich)",
    "wir freuen uns auf (?:ihren|deinen|euren) besuch",
    "danke für (?:deinen|ihren) einkauf",
    `(?:(?:vielen|herzlichen|besten) dank|danke)(?:schön)?(?: sehr)?,? (?:.{0,20} )?für (?:${your}|den|die)\\s?(?:.{0,20} )?${order}`,
    `${your} ${order}(?: .{0,60})? (?:ist|wurde|war) (?:hiermit |erfolgreich |nun |jetzt )?(?:bestätigt|abgeschlossen|erfolgreich|eingegangen|aufgegeben|ausgeführt|bei uns eingegangen)`,
    `${order} (?:erfolgreich|bestätigt|abgeschlossen)`,
    "(?:bestell(?:ungs)?|auftrags|buchungs|kauf|ticket|zahlungs)bestätigung",
    `bestätig(?:en|ung) .{0,60}${order}`,
    `(?:hier (?:sind|kommen|findest du|finden sie)|anbei|im anhang) .{0,40}${tickets}`,
    `${your} ${tickets} (?:sind (?:da|bereit|fertig)|stehen .{0,30}bereit|im anhang)`,
    `(?:du hast|sie haben|ihr habt) (?:.{0,60} )?(?:gekauft|bestellt|gebucht)`,
    `(?:wir haben|haben wir) ${your} ${order} erhalten`,
    "(?:du bist|sie sind) dabei",
    "viel (?:spaß|vergnügen) (?:bei|beim|mit|auf|in|im)"
  ),
  named: words(`${your} ${order}`, `${your} ${tickets}`, "rechnung", `${order} (?:nr|nummer)?\\.? ?#?\\d+`),
  conditional: words(
    "falls|sollten? (?:sie|du|das|die|der|ihre?|deine?)|wenn|sofern|bei (?:absage|stornierung|verlegung)|im falle?|nicht möglich|ausgeschlossen|vom umtausch|kann nicht|können nicht|allgemeine geschäftsbedingungen|agb"
  ),
  purposes: {
    cancelled: {
      anywhere: words(
        "storniert|abgesagt|stornobestätigung|stornierungsbestätigung|stornierung (?:ihrer|deiner|der)|entfällt|fällt (?:leider )?aus|findet (?:leider )?nicht statt"
      ),
      subject: words("storno\\w*|stornierung\\w*|absage|ausfall")
    },
    moved: {
      anywhere: words(
        "verlegt|verschoben|neuer (?:termin|veranstaltungstermin)|neues datum|ersatztermin|nachholtermin|terminänderung|terminverschiebung|terminverlegung"
      ),
      subject: words("verlegung|verschiebung|geänderte (?:zeit|uhrzeit)|neue (?:zeit|uhrzeit|anfangszeit)")
    },
    refunded: {
      anywhere: words(
        "(?:haben|wurde|wurden|wird|ist) (?:.{0,60} )?(?:zurück)?erstattet|(?:rück)?erstattung (?:.{0,30} )?(?:veranlasst|unterwegs|bearbeitet|erfolgt|abgeschlossen)|zurückgezahlt|zurücküberwiesen|gutgeschrieben"
      ),
      subject: words("(?:rück)?erstattung\\w*|rückzahlung|gutschrift")
    },
    cart: {
      anywhere: words(
        "(?:im|in (?:deinem|ihrem)|dein|ihr|vergessener) warenkorb|warten (?:noch )?(?:auf (?:dich|sie)|im warenkorb)|(?:bestellung|buchung|kauf|einkauf) (?:jetzt |noch )?(?:nicht abgeschlossen|abschließen|fortsetzen|beenden|vervollständigen)|(?:schließen|schließe) (?:.{0,40} )?ab|(?:etwas|was) vergessen|unvollständige (?:bestellung|buchung)"
      ),
      subject: words("warenkorb")
    },
    declined: {
      anywhere: words(
        "(?:zahlung|abbuchung|lastschrift|kreditkarte) (?:.{0,60} )?(?:fehlgeschlagen|abgelehnt|nicht (?:möglich|erfolgreich|durchgeführt|verarbeitet|ausgeführt|autorisiert))|(?:bestellung|buchung|kauf) (?:.{0,30} )?nicht (?:aufgegeben|ausgeführt|zustande gekommen|abgeschlossen|durchgeführt|bearbeitet)|konnte(?:n)? (?:.{0,60} )?nicht (?:abgebucht|belastet|verarbeitet|bearbeitet|abgeschlossen|ausgeführt|durchgeführt|eingezogen)|abgelehnt|fehlgeschlagen"
      )
    },
    reservation: {
      anywhere: words(
        "reservier\\w* (?:.{0,40} )?(?:abgelaufen|verfällt|verfallen|läuft (?:.{0,20} )?ab|endet|gültig bis)|reserviert bis|(?:unverbindlich|vorläufig)\\w* (?:reservier\\w*|vorgemerkt)|(?:bezahlen|zahlen|überweisen) sie (?:.{0,50} )?(?:bis|innerhalb)|zahl(?:e|en) (?:.{0,40} )?an der (?:abend)?kasse|zahlung (?:steht (?:noch )?aus|ausstehend)|noch nicht bezahlt"
      ),
      subject: words("reservier\\w*|zahlungserinnerung|zahlungsaufforderung")
    },
    waitlist: { anywhere: words("warteliste|warteschlange|wartelistenplatz") },
    offer: {
      anywhere: words(
        "(?:preis|preise|tickets?) (?:.{0,40} )?(?:gesenkt|gefallen|reduziert|günstiger)|jetzt günstiger|preissenkung|preisalarm|(?:gebot|angebot) (?:abgeben|machen)|upgraden sie|upgrade (?:dein|ihr)e|jetzt upgraden|upgrade-angebot"
      ),
      subject: words("angebot|upgrade (?:sichern|verfügbar|möglich)")
    },
    upgrade: {
      anywhere: words("upgrade (?:.{0,40} )?(?:bestätigt|erfolgreich|abgeschlossen)|(?:upgegradet|hochgestuft)")
    },
    addOn: { subject: words("zusatz[a-z]*|frühanreise[a-z-]*|zusatzleistung\\w*|add-?on|zubuchung") },
    parking: { subject: words("park(?:ticket|schein|platz|karte|en|haus)\\w*") },
    plan: {
      anywhere: words(
        "(?:dauerkarte|saisonkarte|abo|abonnement)\\w* (?:.{0,40} )?(?:verlänger\\w*|erneuer\\w*|rechnung|fällig)|(?:verlängern|erneuern) sie|jetzt verlängern|rate (?:ist )?fällig|nächste rate"
      ),
      subject: words("(?:dauerkarte|saisonkarte|abonnement)\\w*|abo|(?:rechnung|verlängerung) (?:.{0,40} )?saison.*")
    },
    insurance: {
      anywhere: words(
        "versicherungsschein|versicherungsnummer|policen?nummer|versicherungspolice|versicherungsbestätigung"
      ),
      subject: words("\\w*versicherung\\w*|ticketschutz|ticketversicherung")
    },
    goods: { subject: words("fanartikel|fanshop|merch\\w*|gutschein\\w*|geschenkkarte\\w*|t-?shirts?|trikot|vinyl") },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?verkauft|(?:du hast|sie haben) (?:.{0,40} )?verkauft|${tickets} (?:wurden? |ist |sind )?(?:erfolgreich )?verkauft|auszahlung (?:.{0,30} )?(?:unterwegs|veranlasst)|verkaufsbestätigung`
      ),
      subject: words("verkauft|auszahlung|(?:dein|ihr) angebot ist online|inserat\\w*")
    },
    given: {
      anywhere: words(
        `(?:du hast|sie haben) (?:.{0,60} )?(?:übertragen|gesendet|verschickt|weitergeleitet|verschenkt)|hat (?:${your}|die) ${tickets} (?:.{0,20} )?(?:angenommen|akzeptiert)|${tickets} (?:wurden? |an ).{0,60}(?:übertragen|weitergegeben|gesendet)|übertragung an`
      ),
      subject: words("ticketübertragung|übertragung (?:gesendet|gestartet|abgeschlossen)")
    },
    received: {
      anywhere: words(
        `(?:das )?tickets? (?:gehört|gehören) (?:jetzt|nun) dir|übertragung angenommen|hat (?:dir|ihnen) (?:.{0,40} )?${tickets} (?:.{0,30} )?(?:gesendet|geschickt|übertragen|geschenkt)|(?:du hast|sie haben) (?:.{0,30} )?${tickets} (?:.{0,30} )?(?:erhalten|bekommen|angenommen)`
      )
    },
    offered: {
      anywhere: words(
        `(?:nimm|nehmen sie) (?:.{0,40} )?an|(?:tickets?|übertragung|karten) (?:jetzt )?annehmen|wartet auf (?:deine|ihre) annahme`
      )
    },
    reminder: {
      subject: words(
        "erinnerung\\w*|bald (?:ist es|geht es|geht's) (?:so ?weit|los)|(?:schon )?morgen|heute abend|in \\d+ tagen|noch \\d+ tage|countdown|nicht vergessen|steht (?:kurz )?bevor|(?:wichtige |letzte )?(?:infos?|informationen|hinweise) (?:zu|für) (?:.{0,40} )?(?:besuch|veranstaltung|konzert|event|show)|wir freuen uns auf"
      )
    },
    survey: { subject: words("umfrage|bewert\\w*|wie war\\w*|(?:dein|ihr) feedback|(?:deine|ihre) meinung") },
    account: {
      subject: words(
        "passwort|(?:dein|ihr|kunden)konto|registrier\\w*|verifizier\\w*|datenschutz\\w*|willkommen|sicherheitscode|anmeldecode"
      )
    },
    marketing: {
      subject: words(
        "vorverkauf\\w*|presale|jetzt (?:tickets?|karten) (?:sichern|kaufen)|jetzt im verkauf|rabatt|empfehl\\w*|tickets ab|nicht verpassen|sichere? dir|sichern sie sich|gewinn\\w*|neu(?:e)? (?:shows?|termine|konzerte)|zusatz(?:konzert|show|termin)\\w*|newsletter|tickets? verfügbar"
      )
    }
  }
}
