import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:o |a |os |as )?(?:seu|seus|sua|suas|teu|teus|tua|tuas|vosso|vossa)"
const order = "(?:compra|pedido|encomenda|reserva)"
const tickets = "(?:e-?)?(?:bilhetes?|ingressos?|entradas?|tickets?)"

export const portuguese: LanguagePhrases = {
  language: "pt",
  frequent: words(
    "o|os|as|do|da|dos|das|de|e|é|para|seu|seus|sua|suas|você|com|em|no|na|um|uma|não|ingressos?|bilhetes?|data|local|setor|fila|fileira|lugar(?:es)?|assentos?|obrigad[oa]|olá|pedido|compra|hora|horário"
  ),
  bought: words(
    "compra (?:confirmada|aprovada|concluída)",
    "inscrição (?:.{0,20} )?(?:confirmada|realizada|efetuada)",
    "(?:seu|teu) ingresso chegou",
    "(?:o )?(?:seu|teu) (?:ingresso|bilhete) (?:está|já está) .*",
    "obrigad[oa] por (?:comprar|escolher).*",
    "(?:os|as) (?:seus|suas) (?:bilhetes|entradas) .*",
    `(?:muito )?obrigad[oa] (?:.{0,20} )?(?:por|pela|pelo) (?:${your} |a )?(?:${order}|comprar|ter comprado|preferência)`,
    `agradecemos (?:.{0,20} )?(?:${order}|preferência)`,
    `confirmação (?:de |da |do )(?:${your} )?(?:${order}|pagamento)`,
    `(?:confirmamos|confirmar) (?:.{0,30} )?(?:${order}|pagamento)`,
    `${your} ${order}(?: .{0,60})? (?:foi|está|já está) (?:.{0,10} )?(?:confirmad[oa]|aprovad[oa]|realizad[oa]|concluíd[oa]|efetuad[oa]|processad[oa])`,
    `(?:${order}|pagamento) (?:confirmad[oa]|aprovad[oa]|concluíd[oa]|realizad[oa] com sucesso|efetuad[oa] com sucesso)`,
    `(?:aqui estão|seguem|em anexo|enviamos|já tens|já tem) (?:.{0,25} )?${tickets}`,
    `${your} ${tickets} (?:já )?(?:estão|está) (?:prontos?|disponíve(?:l|is)|confirmados?|garantidos?)`,
    "(?:você |tu )?(?:comprou|compraste|adquiriu|reservou)",
    "nos vemos (?:no|na|em)"
  ),
  named: words(`${your} ${order}`, `${your} ${tickets}`, `${order} (?:n[º°o]\\.? ?)?#?\\d+`),
  conditional: words(
    "se (?:o|a|os|as|não|você|precisar|quiser|tiver|houver|desejar)|caso|em caso de|exceto|salvo|não (?:é|são|será|serão|pode|podem) (?:.{0,30} )?(?:possível|permitid[oa]s?|reembolsáve(?:l|is)|ser)|condições|sujeit[oa]s? a"
  ),
  purposes: {
    cancelled: {
      anywhere: words(
        "cancelad[oa]s?|anulad[oa]s?|(?:cancelamento|anulação) (?:de|do|da).*|não (?:se realizará|será realizado|vai acontecer)|suspens[oa]"
      ),
      subject: words("cancelamento|cancel\\w*")
    },
    moved: {
      anywhere: words(
        "adiad[oa]s?|remarcad[oa]s?|reagendad[oa]s?|transferid[oa] para (?:o dia|a data|\\d).*|nov[ao]s? (?:data|datas|horário)|(?:mudança|alteração) (?:de |da |do )(?:data|horário|hora)"
      ),
      subject: words("adiamento|remarcação|reagendamento|(?:mudança|alteração) de (?:data|horário|local)")
    },
    refunded: {
      anywhere: words(
        "(?:foi|foram|será|serão|já|temos) (?:.{0,40} )?(?:reembolsad[oa]s?|estornad[oa]s?|devolvid[oa]s?)|reembolsámos|reembolsamos|estornamos|(?:reembolso|estorno|devolução) (?:.{0,40} )?(?:realizad[oa]|processad[oa]|efetuad[oa]|a caminho|foi|emitid[oa]|concluíd[oa])"
      ),
      subject: words("reembols\\w*|estorn\\w*|devolução")
    },
    cart: {
      anywhere: words(
        "(?:no|seu|teu) carrinho|carrinho (?:abandonado|te espera)|(?:finalize|finaliza|conclua|conclui|complete|completa|termine|termina|continue) (?:o |a )?(?:seu |sua |teu |tua )?(?:compra|pedido|encomenda|reserva)|(?:você )?(?:esqueceu|deixou|esqueceste|deixaste).*|à (?:sua|tua) espera|(?:compra|pedido) (?:não (?:finalizad[oa]|concluíd[oa])|incomplet[oa]|pendente)"
      ),
      subject: words("carrinho|cesto")
    },
    declined: {
      anywhere: words(
        "(?:pagamento|cartão|transação|cobrança) (?:.{0,60} )?(?:recusad[oa]|negad[oa]|falhou|rejeitad[oa]|não (?:foi )?(?:aprovad[oa]|autorizad[oa]|processad[oa]|concluíd[oa]|possível))|não (?:foi possível|conseguimos) (?:.{0,20} )?(?:processar|cobrar|concluir|finalizar).*|(?:compra|pedido|encomenda|reserva) (?:.{0,20} )?não (?:foi|está) (?:.{0,10} )?(?:realizad[oa]|concluíd[oa]|efetuad[oa]|aprovad[oa]|processad[oa])|falha no pagamento"
      )
    },
    reservation: {
      anywhere: words(
        "reserva (?:.{0,40} )?(?:expirou|expirada|expira|vence|caducou|válida até)|(?:aguardando|aguarda|pendente de) (?:o )?pagamento|pagamento pendente|(?:pague|efetue o pagamento|paga|realize o pagamento) (?:.{0,40} )?(?:até|antes|na bilheteira|na bilheteria)|boleto (?:.{0,20} )?(?:vence|gerado|emitido)|(?:referência|dados) multibanco|a pagar na bilheteira"
      ),
      subject: words("pré-?reserva|boleto (?:gerado|bancário)|aguardando pagamento")
    },
    waitlist: { anywhere: words("lista de espera|fila de espera|fila virtual") },
    offer: {
      anywhere: words(
        "(?:preços?|ingressos|bilhetes) (?:.{0,20} )?(?:baixou|baixaram|caiu|caíram|reduzid[oa]s?)|(?:queda|redução|baixa) de preços?|mais barat[oa]s?|(?:faça|melhore|faz) (?:o )?(?:upgrade|seus lugares|os seus lugares).*|(?:faça|envie) (?:uma|sua|a sua) (?:oferta|proposta)"
      ),
      subject: words("oferta|upgrade disponível")
    },
    upgrade: {
      anywhere: words(
        "upgrade (?:.{0,40} )?(?:confirmado|concluído|realizado|efetuado)|(?:lugares|ingressos|bilhetes) (?:.{0,20} )?(?:atualizados|melhorados)"
      )
    },
    addOn: { subject: words("extras?|adiciona(?:l|is)|complementos?") },
    parking: { subject: words("estacionamento|parking|parque de estacionamento") },
    plan: {
      anywhere: words(
        "(?:lugar anual|assinatura|season pass|sócio torcedor|plano) (?:.{0,40} )?(?:renov\\w*|fatura|vence)|renove (?:seu|sua|o seu|a sua|já).*|renovação (?:de|do|da).*|(?:valor|saldo) (?:em dívida|devido|em aberto)|próxima (?:parcela|prestação)"
      ),
      subject: words("lugar anual|assinatura\\w*|renov\\w*|fatura")
    },
    insurance: {
      anywhere: words("(?:número|n[º°]) da apólice|apólice:? .*|certificado de seguro"),
      subject: words("seguros?|apólice")
    },
    goods: {
      subject: words(
        "merch\\w*|loja|vale[- ]presente|cartão[- ](?:presente|oferta)|camisetas?|t-?shirts?|camisolas?|vinil"
      )
    },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?vendid[oa]s?|(?:você )?vendeu|vendeste|${tickets} (?:foi |foram )?vendid[oa]s?|(?:repasse|transferência) (?:da|pela) (?:sua )?venda`
      ),
      subject: words("vendid[oa]s?|venda (?:confirmada|realizada)")
    },
    given: {
      anywhere: words(
        "(?:troca|mudança|alteração) (?:da|de) titularidade(?: .*)?",
        "(?:agora )?pertencem a outra pessoa.*",
        "(?:você )?(?:transferiu|enviou|transferiste|enviaste|cedeu|ofereceste)|aceitou (?:os |o |a |as )?(?:seus |seu |sua |teus |teu |tua )?(?:ingressos?|bilhetes?|transferência)|(?:ingressos|bilhetes) (?:.{0,20} )?(?:foram|transferidos|enviados) (?:.{0,15} )?para (?!o dia|a data).*"
      ),
      subject: words("transferência (?:de (?:ingressos?|bilhetes?)|enviada|concluída|aceita|aceite)")
    },
    received: {
      anywhere: words(
        `(?:ingresso|bilhete) é (?:seu|teu)|(?:aceitou|aceitaste) a transferência(?: .*)?|(?:ingresso|bilhete)s? recebidos?|(?:te|lhe) (?:enviou|transferiu|deu|ofereceu) (?:.{0,30} )?${tickets}|(?:enviou|transferiu|ofereceu)(?:-te|-lhe) (?:.{0,30} )?${tickets}|(?:enviou|transferiu) (?:.{0,30} )?${tickets} para (?:você|ti|si)|(?:você )?(?:recebeu|recebeste|aceitou|aceitaste) (?:.{0,30} )?${tickets}`
      )
    },
    offered: {
      anywhere: words(
        "(?:aceite|aceita|aceitar) (?:.{0,20} )?(?:ingressos?|bilhetes?|transferência)|resgate (?:seus|seu|os seus).*"
      )
    },
    reminder: {
      subject: words(
        "lembrete|(?:é )?amanhã|hoje à noite|(?:em|faltam?) \\d+ dias|não (?:se |te )?esqueça\\w*|está chegando|está a chegar|(?:informações|info) (?:importantes|úteis)|prepare-se|até (?:já|breve)|esperamos por (?:si|você|ti)"
      )
    },
    survey: { subject: words("pesquisa|inquérito|sua opinião|a tua opinião|avalie|avalia|como foi.*|o que achou.*") },
    account: {
      subject: words(
        "senha|palavra-passe|sua conta|bem-?vind[oa]s?|verifi\\w* .*|privacidade|código de segurança|cadastro|registo"
      )
    },
    marketing: {
      subject: words(
        "pré-?venda|à venda|já à venda|garanta (?:seus|seu|o seu|já).*|garante .*|compre (?:já|agora|seu).*|descontos?|promoção|não perca\\w*|recomend\\w*|nov[oa]s? (?:datas?|shows?|concertos?) .*|últimos (?:ingressos|bilhetes)|a partir de|newsletter|ganhe|concorra"
      )
    }
  }
}
