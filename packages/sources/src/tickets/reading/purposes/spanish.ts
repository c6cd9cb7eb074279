import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:tu|tus|su|sus|vuestra|vuestro|vuestras)"
const order = "(?:compra|pedido|orden|reserva)"
const tickets = "(?:e-?)?(?:entradas?|boletos?|tickets?|localidades?|boletas?)"

export const spanish: LanguagePhrases = {
  language: "es",
  frequent: words(
    "el|la|los|las|del|de|y|es|para|tu|tus|su|sus|por|con|en|una|un|que|entradas?|boletos?|fecha|lugar|recinto|fila|asientos?|gracias|hola|pedido|compra"
  ),
  bought: words(
    "confirmamos la compra.*",
    "estos son tus (?:boletos|entradas)",
    "(?:tu|su) (?:entrada|boleto) (?:.{0,40} )?(?:ya )?está lista?",
    "(?:tu|su) plan está confirmado",
    "todo listo",
    "inscripción (?:.{0,20} )?(?:confirmada|realizada)",
    "procesad[ao] con éxito",
    `(?:muchas )?gracias (?:.{0,20} )?por (?:${your} |la |haber )?(?:${order}|comprar|comprado|reservar|reservado)`,
    `confirmación (?:de |del )(?:${your} |la )?(?:${order}|pago)`,
    `(?:te |le |os )?confirmamos (?:.{0,30} )?(?:${order}|pago)`,
    `${your} ${order}(?: .{0,60})? (?:está|ha sido|fue|se ha|quedó|ya está) (?:.{0,10} )?(?:confirmad[ao]|realizad[ao]|completad[ao]|procesad[ao]|exitos[ao]|list[ao])`,
    `(?:${order}|pago) (?:confirmad[ao]|realizad[ao] con éxito|exitos[ao]|completad[ao])`,
    `(?:aquí tienes|aquí tiene|aquí están|adjuntamos|te enviamos|ya tienes|ya tiene) (?:.{0,20} )?${tickets}`,
    `${your} ${tickets} (?:ya )?(?:están|estan) (?:listas?|listos?|confirmad[ao]s|disponibles)`,
    `(?:has|ha|han) (?:comprado|adquirido|reservado)`,
    "compraste",
    "nos vemos en"
  ),
  named: words(`${your} ${order}`, `${your} ${tickets}`, `${order} (?:n[º°o]\\.? ?)?#?\\d+`),
  conditional: words(
    "si|en caso (?:de|que)|salvo|no (?:se )?(?:admiten|permiten|aceptan|es posible|podrá|podrán)|condiciones|no reembolsables?|sujet[ao]s? a"
  ),
  purposes: {
    cancelled: {
      anywhere: words(
        "cancelad[ao]s?|anulad[ao]s?|(?:cancelación|anulación) (?:de|del).*|suspendid[ao]s?|no se celebrará|se cancela"
      ),
      subject: words("cancelación|anulación|cancel\\w*")
    },
    moved: {
      anywhere: words(
        "aplazad[ao]s?|pospuest[ao]s?|reprogramad[ao]s?|nuevas? fechas?|nuevo horario|cambio de (?:fecha|horario|hora)|se (?:aplaza|pospone|traslada|reprograma)|trasladad[ao] al"
      ),
      subject: words("aplazamiento|reprogramación|cambio de (?:fecha|horario|hora|recinto)")
    },
    refunded: {
      anywhere: words(
        "(?:hemos|ha|ha sido|fue|será|han sido|se ha) (?:.{0,40} )?(?:reembolsad[ao]|devuelto|reintegrad[ao])s?|(?:reembolso|devolución) (?:.{0,40} )?(?:realizad[ao]|procesad[ao]|en camino|emitid[ao]|tramitad[ao]|ha sido)|te (?:reembolsamos|devolvemos)"
      ),
      subject: words("reembols\\w*|devolución")
    },
    cart: {
      anywhere: words(
        "(?:en|tu|su) carrito|carrito (?:abandonado|te espera)|(?:completa|finaliza|termina|continúa|complete|finalice) (?:tu|su) (?:compra|pedido|reserva|orden)|(?:has|te has) (?:dejado|olvidado).*|olvidaste|te (?:están )?espera(?:n|ndo)?|(?:compra|pedido) (?:sin|no) (?:finalizar|terminar|completad[ao]|finalizad[ao])"
      ),
      subject: words("carrito|cesta")
    },
    declined: {
      anywhere: words(
        "(?:pago|tarjeta|cargo|transacción) (?:.{0,60} )?(?:rechazad[ao]|fallid[ao]|denegad[ao]|no (?:se )?(?:ha |pudo |fue |hemos )?(?:podido|procesar\\w*|procesad[ao]|autorizad[ao]|realizado|completad[ao]))|no (?:hemos|se ha|pudimos|se pudo) (?:podido )?(?:procesar|completar|realizar|cobrar) (?:.{0,20} )?(?:pago|compra|pedido|cargo)|(?:compra|pedido|orden|reserva) (?:.{0,20} )?no (?:se ha |fue |ha sido |se )?(?:realizad[ao]|completad[ao]|completó|procesad[ao]|realizó)|rechazad[ao]"
      )
    },
    reservation: {
      anywhere: words(
        "(?:reserva|apartado) (?:.{0,40} )?(?:caducad[ao]|expira\\w*|expirad[ao]|ha caducado|caduca\\w*|vence\\w*|válida hasta)|pendiente de pago|pago pendiente|(?:paga|pague|abona|abone|realiza el pago) (?:.{0,40} )?(?:antes|en taquilla|hasta)|a pagar en taquilla"
      ),
      subject: words("pre-?reserva")
    },
    waitlist: { anywhere: words("lista de espera|fila virtual") },
    offer: {
      anywhere: words(
        "(?:bajad[ao]|bajaron|baja|rebaja) (?:de |los |el )?precios?|(?:más|mas) barat[ao]s?|precio (?:rebajado|reducido)|mejora (?:tus|tu) (?:asientos?|entradas?|boletos?|localidades?)|(?:haz|haga) (?:una|tu) oferta"
      ),
      subject: words("oferta|mejora disponible")
    },
    upgrade: {
      anywhere: words(
        "(?:mejora|upgrade|ascenso) (?:.{0,40} )?(?:confirmad[ao]|realizad[ao])|(?:asientos|entradas|boletos) (?:.{0,20} )?(?:mejorad[ao]s|actualizad[ao]s)"
      )
    },
    addOn: { subject: words("pase express|extras?|complementos?|servicios? adicional(?:es)?") },
    parking: { subject: words("parking|estacionamiento|aparcamiento|parqueadero") },
    plan: {
      anywhere: words(
        "(?:abono|abonos) (?:.{0,40} )?(?:renov\\w*|factura|temporada)|renueva (?:tu|tus)|renueve|renovación (?:de|del) (?:abono|abonos|temporada).*|(?:importe|saldo) (?:pendiente|debido)|próximo (?:plazo|pago)"
      ),
      subject: words("abonos?|renovación|renueva|factura")
    },
    insurance: {
      anywhere: words("número de póliza|póliza n[º°]|nº de póliza|póliza:? .*|certificado de seguro"),
      subject: words("seguros?|póliza")
    },
    goods: {
      subject: words("merch\\w*|tienda|tarjeta (?:de )?regalo|bono regalo|camisetas?|vale regalo|vinilo|playera")
    },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?vendid[ao]s?|(?:has|ha) vendido|vendiste|${tickets} (?:se han |se vendieron|fueron |han sido )?(?:vendid[ao]s?|vendieron)|(?:transferencia|ingreso|pago) (?:de tu venta|por la venta)`
      ),
      subject: words("vendid[ao]s?|venta (?:confirmada|realizada)")
    },
    given: {
      anywhere: words(
        "(?:has|ha) (?:.{0,10} )?(?:transferido|enviado|regalado|cedido)|(?:transferiste|enviaste|cediste)|ha aceptado (?:tus|tu|las|la|los|el) (?:entradas?|boletos?|transferencia)|aceptó (?:tus|tu|las|la|los) (?:entradas?|boletos?|transferencia)|(?:entradas|boletos) (?:.{0,20} )?(?:han sido|fueron|se han) (?:transferid[ao]s|enviad[ao]s) a"
      ),
      subject: words("transferencia (?:de (?:entradas|boletos)|enviada|completada|aceptada)")
    },
    received: {
      anywhere: words(
        `(?:la entrada|el boleto) (?:ya )?es (?:tuya|tuyo)|(?:has aceptado|aceptaste) la transferencia|te (?:ha |han )?(?:enviado|transferido|regalado|envió|transfirió|regaló) (?:.{0,30} )?${tickets}|(?:has recibido|recibiste|has aceptado|aceptaste) (?:.{0,30} )?${tickets}`
      )
    },
    offered: {
      anywhere: words(
        "(?:acepta|acepte|aceptar) (?:.{0,20} )?(?:entradas?|boletos?|transferencia)|reclama (?:tus|tu).*"
      )
    },
    reminder: {
      subject: words(
        "recordatorio|(?:es )?mañana|esta noche|en \\d+ días|faltan? \\d+ días|no (?:te )?olvides|se acerca|ya (?:casi|falta poco)|(?:información|info) (?:importante|práctica)|prepárate|te esperamos"
      )
    },
    survey: { subject: words("encuesta|tu opinión|valora|califica|qué te pareció|cómo (?:fue|estuvo).*") },
    account: {
      subject: words("contraseña|tu cuenta|bienvenid[ao]s?|verific\\w*|privacidad|código de seguridad|registro")
    },
    marketing: {
      subject: words(
        "preventa|a la venta|ya a la venta|consigue (?:tus|tu).*|compra (?:ya|ahora|tus).*|descuentos?|promoción|no te (?:lo )?pierdas|recomend\\w*|nuev[ao]s? (?:fechas?|conciertos?|shows?) .*|últimas (?:entradas|localidades)|desde|newsletter|gana|sorteo"
      )
    }
  }
}
