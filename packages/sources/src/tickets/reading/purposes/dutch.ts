import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:je|jouw|uw|jullie)"
const order = "(?:bestelling|boeking|order|aankoop|reservering)"
const tickets = "(?:e-?)?(?:tickets?|kaarten|kaartjes?|toegangsbewij(?:s|zen))"

export const dutch: LanguagePhrases = {
  language: "nl",
  frequent: words(
    "de|het|een|en|van|voor|je|jouw|uw|wij|we|met|niet|bestelling|bestelnummer|datum|aanvang|locatie|vak|rij|stoel(?:en)?|aantal|totaal|bedankt|beste|hallo|tijd|zaal"
  ),
  bought: words(
    "bevestiging van (?:je|uw|jouw) (?:bestelling|boeking|aankoop|reservering|aanmelding)",
    "dank(?:jewel)? voor (?:je|uw) (?:bestelling|aankoop|boeking)",
    "dankjewel",
    "aanmelding bevestigd",
    "je bent aangemeld",
    "(?:je|uw) tickets? (?:is|zijn) (?:gekocht|van jou|bevestigd)",
    `(?:hartelijk )?(?:bedankt|dank(?: je| u)?(?: wel)?|dankjewel)(?:,? [a-zÀ-ɏ]+,?)? voor (?:${your}|het|de|jouw) (?:.{0,20} )?(?:${order}|bestellen|kopen)`,
    `(?:bevestiging van|we bevestigen|wij bevestigen|hierbij bevestigen we) (?:.{0,30} )?(?:${order}|betaling)`,
    "(?:bestel|order|boekings|aankoop|betalings|reserverings|ticket)bevestiging",
    `${your} ${order}(?: .{0,60})? (?:is|werd) (?:.{0,15} )?(?:bevestigd|geslaagd|voltooid|geplaatst|gelukt|ontvangen|afgerond|compleet|verwerkt)`,
    `(?:${order}|betaling) (?:bevestigd|geslaagd|voltooid|gelukt)`,
    `(?:hier zijn|hierbij|bijgevoegd|in de bijlage) (?:.{0,30} )?${tickets}`,
    `${your} ${tickets} (?:zijn|staan) (?:klaar|binnen|er|bevestigd|beschikbaar|bijgevoegd)`,
    "(?:je|u) (?:hebt|heeft) (?:.{0,40} )?(?:gekocht|besteld|geboekt)",
    `(?:we|wij) hebben ${your} ${order} (?:ontvangen|verwerkt)`,
    "je gaat naar",
    "veel plezier (?:bij|met|tijdens|op)"
  ),
  named: words(`${your} ${order}`, `${your} ${tickets}`, `${order} (?:nr\\.? ?)?#?\\d+`),
  conditional: words(
    "als (?:je|u|het|de|er|een)|indien|mocht|in geval van|tenzij|wanneer|(?:kan|kunnen|is|zijn) (?:.{0,20} )?niet (?:.{0,30} )?(?:worden|mogelijk)|algemene voorwaarden|(?:annulerings|voor)waarden"
  ),
  purposes: {
    cancelled: {
      anywhere: words(
        "gaat (?:.{0,80} )?niet door",
        "voorstelling vervalt",
        "betalen wij (?:.{0,40} )?terug",
        "geannuleerd|afgelast|gaat (?:helaas )?niet door|annulering van.*|komt te vervallen|vervallen"
      ),
      subject: words("vervalt|annulering|geannuleerd|afgelast")
    },
    moved: {
      anywhere: words(
        "verplaatst|uitgesteld|verzet|verschoven|nieuwe (?:datum|tijd|aanvangstijd)|(?:datum|tijd)swijziging|gewijzigde (?:datum|tijd|aanvangstijd)"
      ),
      subject: words("verplaatsing|wijziging (?:datum|tijd)|uitstel")
    },
    refunded: {
      anywhere: words(
        "(?:hebben|is|wordt|zijn|werd) (?:.{0,60} )?terugbetaald|terugbetaling (?:.{0,40} )?(?:verwerkt|onderweg|voltooid|uitgevoerd|gedaan)|teruggestort|terugbetaald"
      ),
      subject: words("terugbetaling|restitutie|refund")
    },
    cart: {
      anywhere: words(
        "(?:in|je|jouw|uw|winkel)\\s?(?:je |uw )?winkel(?:wagen|mand)\\w*|winkel(?:wagen|mand)\\w*|(?:rond|maak|voltooi) (?:je|uw|jouw) (?:bestelling|aankoop|boeking)(?: .{0,20})?(?: af)?|(?:iets |nog )vergeten|wachten op (?:je|u)|nog niet afgerond|onvoltooide bestelling"
      ),
      subject: words("winkelwagen|winkelmandje")
    },
    declined: {
      anywhere: words(
        "(?:betaling|kaart|incasso|creditcard|transactie) (?:.{0,60} )?(?:mislukt|geweigerd|afgewezen|niet (?:gelukt|geslaagd|verwerkt|gelukt|voltooid|goedgekeurd))|(?:bestelling|boeking|aankoop) (?:.{0,30} )?niet (?:geplaatst|voltooid|doorgegaan|afgerond|verwerkt|gelukt)|(?:konden|kon|kunnen) (?:.{0,40} )?(?:betaling|bestelling) (?:.{0,20} )?niet (?:verwerken|afronden|innen)"
      )
    },
    reservation: {
      anywhere: words(
        "reservering (?:.{0,40} )?(?:verlopen|verloopt|vervalt|geldig tot|onder voorbehoud)|(?:wacht|wachten) op betaling|nog niet betaald|(?:betaal|voldoe) (?:.{0,40} )?(?:voor|binnen|aan de kassa)|(?:te betalen|betalen) (?:.{0,10} )?aan de kassa|openstaande betaling"
      ),
      subject: words("optie|betaalherinnering|betalingsherinnering")
    },
    waitlist: { anywhere: words("wachtlijst|wachtrij") },
    offer: {
      anywhere: words(
        "(?:prijs|prijzen|tickets) (?:.{0,20} )?(?:verlaagd|gedaald|goedkoper)|prijsdaling|goedkoper(?: geworden)?|(?:upgrade|verbeter) (?:je|uw|jouw) (?:stoelen|plaatsen|tickets|plekken)|(?:doe|plaats) (?:een|je) bod"
      ),
      subject: words("aanbieding|upgrade (?:mogelijk|beschikbaar)|aanbod")
    },
    upgrade: { anywhere: words("upgrade (?:.{0,40} )?(?:bevestigd|voltooid|gelukt|geslaagd)|(?:zijn|is) geüpgraded") },
    addOn: { subject: words("extra's|toevoeging") },
    parking: { subject: words("park(?:eer|eren|ing)\\w*") },
    plan: {
      anywhere: words(
        "(?:seizoenkaart|seizoenskaart|abonnement)\\w* (?:.{0,40} )?(?:verleng\\w*|factuur|verloopt)|verleng (?:je|uw|jouw|nu).*|verlenging van.*|(?:openstaand|te betalen) bedrag|volgende termijn"
      ),
      subject: words("seizoens?kaart\\w*|abonnement\\w*|verleng\\w*|factuur")
    },
    insurance: {
      anywhere: words("polisnummer|polis(?:nr)?|verzekeringsbewijs|verzekeringspolis"),
      subject: words("\\w*verzekering\\w*|polis|annuleringsverzekering")
    },
    goods: { subject: words("merch\\w*|webshop|cadeaubon\\w*|cadeaukaart\\w*|giftcard|t-?shirts?|vinyl|hoodie") },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?verkocht|(?:je|u) (?:hebt|heeft) (?:.{0,40} )?verkocht|${tickets} (?:is |zijn )?verkocht(?! via)|uitbetaling (?:.{0,20} )?(?:onderweg|verwerkt)`
      ),
      subject: words("verkocht|uitbetaling|te koop gezet")
    },
    given: {
      anywhere: words(
        "(?:je|u) (?:hebt|heeft) (?:.{0,60} )?(?:overgedragen|verstuurd|doorgestuurd|verzonden|weggegeven)|heeft (?:je|uw|de|jouw) (?:tickets?|kaarten) (?:.{0,20} )?geaccepteerd|(?:tickets?|kaarten) (?:zijn|is) (?:.{0,40} )?(?:overgedragen|verstuurd|doorgestuurd) (?:aan|naar)|overdracht aan.*"
      ),
      subject: words("overdracht\\w*|ticketoverdracht")
    },
    received: {
      anywhere: words(
        `(?:tickets?|kaarten) (?:is|zijn) nu van jou|overdracht geaccepteerd|heeft (?:je|jou|u) (?:.{0,40} )?${tickets} (?:.{0,30} )?(?:gestuurd|verstuurd|overgedragen|gegeven)|(?:je|u) (?:hebt|heeft) (?:.{0,30} )?${tickets} (?:.{0,30} )?(?:ontvangen|gekregen|geaccepteerd)`
      )
    },
    offered: {
      anywhere: words("(?:accepteer|accepteren) (?:.{0,30} )?(?:tickets?|kaarten|overdracht)|claim (?:je|jouw).*")
    },
    reminder: {
      subject: words(
        "herinnering|bijna zover|morgen|vanavond|over \\d+ dagen|nog \\d+ (?:dagen|nachtjes)|vergeet niet|(?:praktische|belangrijke) (?:info|informatie)|tot (?:snel|dan|morgen)|komt eraan|bereid je voor"
      )
    },
    survey: { subject: words("enquête|je mening|uw mening|beoordeel|hoe (?:was|vond).*|review|ervaring") },
    account: {
      subject: words("wachtwoord|(?:je|jouw|uw) account|welkom|verifi\\w*|privacy\\w*|beveiligingscode|registratie")
    },
    marketing: {
      subject: words(
        "voorverkoop|presale|nu (?:in de verkoop|te koop).*|koop (?:nu|je|jouw).*|korting|mis (?:het|dit|deze|'m) niet|aanbevolen|nieuwe (?:shows?|concerten|data)|laatste (?:tickets|kaarten)|vanaf|nieuwsbrief|win|kans op|extra (?:show|concert|datum)"
      )
    }
  }
}
