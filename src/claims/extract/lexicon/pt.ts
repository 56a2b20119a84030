import type { Language } from './lexicon.ts'

export const portuguese: Language = {
  name: 'pt',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `uma não você está estão com para foi foram dos das pelo pela também já agora todos todas tudo isso esta em um ao são meu seu sua eu arquivo arquivos código ainda nenhum os testes seus suas posso essa esse nessa nesse desta deste`,
  entries: () => ({
    agent: 'eu nós',
    user: 'você vocês tu',
    your: 'seu sua seus suas teu tua',
    it: 'isso isto tudo ele ela eles com_isso com_isto',
    other: 'usuário utilizador cliente autor equipe equipa log alguém colega',
    be: 'é está estão são era foi_está ficou ficaram fica estava estar ser deve_estar pode_estar',
    been: 'foi foram sido foi_sido',
    have: 'tem têm tenho temos tinha',
    det: 'o a os as um uma uns umas este esta estes estas meu minha nosso nossa',
    prep: 'em no na nos nas de do da dos das para com por pelo pela sobre sem ao à',
    and: 'e além_disso , & / ou depois',
    but: 'mas porém no_entanto contudo embora entretanto',
    that: 'que cujo',
    adverb:
      'também já completamente totalmente finalmente agora todos todas tudo corretamente recém devidamente em_segundo_plano complete completo completa',
    done: `feito feita pronto pronta prontos prontas concluído concluída concluídos concluídas terminado terminada terminados finalizado finalizada finalizados finalizadas completado completada acabado
      terminei concluí finalizei completei em_dia tudo_certo missão_cumprida encerrado encerrada entregue entregues cumprido nada_pendente está_tudo_feito resolvido_e_pronto acabei atualizado_e_pronto {está|estão|é|tudo|ficou|já}_{completo|completa|completos|completas}
      {está|estão}_no_lugar tudo_no_lugar {executad}{o|a|os|as}_{com_sucesso|corretamente|sem_erros} {já_está|já_estão|ficou|ficaram}_{pronto|pronta|prontos|prontas} feitos feitas`,
    built: 'implementado implementada implementados implementadas implementei ',
    fixed: `corrigido corrigida corrigidos corrigidas resolvido resolvida resolvidos resolvidas consertado consertada consertados solucionado solucionada solucionados arrumado arrumada reparado eliminado_o_erro sanado sanada sumiu desapareceu
      corrigi resolvi consertei solucionei arrumei corrigimos resolvemos {acesso|serviço}_{restaurado|restabelecido} {erro|bug}_{eliminado|removido} {erro|problema|bug}_foi_{eliminado|removido} sanados contornado
      acesso_foi_{restaurado|restabelecido} acesso_{restaurado|restabelecido} consertadas`,
    fixes:
      'corrige resolve conserta soluciona elimina remove_o_erro desaparece evita_o_erro {o|os}_{erro|erros|bug|problema}_{desaparece|desaparecem|some|somem}',
    shipped: `enviad{o|a|os|as} {publicad|implantad}{o|a|os|as} lançado lançada em_produção deployado
      enviei publiquei implantei fiz_push fiz_deploy subi feito_deploy feito_push deploy_feito fiz_o_push fiz_o_deploy enviamos pushado pushada deploy_realizado enviad{o|a|os|as}_{para_o|ao}_{github|repositório|remoto} pushados`,
    live: 'no_ar online',
    passed: `{compila|compilou|compilam}_{sem_erros|corretamente|sem_problemas} passam passa passaram passou passando verde verdes bem-sucedido bem-sucedida compila compilou limpo limpa sem_erros sem_falhas sem_problemas aprovado aprovada aprovados sucesso ok com_sucesso
      compilad{o|a|os|as} bem-sucedidos bem-sucedidas aprovadas {executa|executam|roda|rodam}_sem_{erros|falhas} executad{o|a|os|as}_{com_sucesso|corretamente|sem_erros} compilad{o|a|os|as}_{com_sucesso|corretamente|sem_erros}`,
    checked: `verificado verificada verificados testado testada testados confirmado confirmada validado validada conferido verifiquei testei confirmei validei conferi comprovado verificadas testadas confirmados confirmadas
      validados validadas conferida conferidos comprovada {verificação|validação}_{bem-sucedida|ok}`,
    works: `respondendo funciona funcionam funcionando operacional operacionais rodando funcional acessível
      {responde|inicia|carrega|abre|salva|executa|executam|roda|rodam|rodou|mostra}_{corretamente|sem_erros|sem_problemas|perfeitamente|normalmente} executa_sem_falhas no_ar_e_{funcionando|respondendo}
      {rodando|funcionando|ativo}_na_porta`,
    changed: `adicionado adicionada adicionados atualizado atualizada removido removida criado criada criados alterado alterada substituído renomeado movido modificado adicionei atualizei removi criei alterei modifiquei escrito escrevi
      melhorado instalado instalei simplificado ajustado ajustei substituí refatorei mudei migrado migrada migrei configurado configurada integrado integrada portado refatorado refatorada gerado gerada gerados
      geradas documentado documentada preparado preparada reescrito reescrita otimizado otimizada criadas atualizados atualizadas adicionadas removidos removidas alterados alteradas modificada modificados
      modificadas substituída substituídos movida movidos renomeada melhorada melhorados ajustada ajustados configurados traduzido traduzida copiei importei reiniciei reescrevi gerei movi otimizei configurei integrei
      preparei documentei instalada`,
    opened: 'aberto aberta criado abri criei fechado fechei',
    success: 'com_sucesso com_êxito',
    tried: 'comparei executei testei abri rodei medi',
    same: 'coincide coincidem idêntico idênticos bate batem',
    well: 'corretamente como_esperado perfeitamente bem sem_problemas novamente normalmente de_novo sem_erros conforme_esperado como_deveria',
    'no-longer': 'não_mais já_não não_{ocorre|aparece|acontece|trava|quebra|falha}_mais',
    'to-fix': 'corrigir resolver consertar correção conserto fix fixes hotfix correções consertos',
    'to-ship':
      'enviar publicar implantar mesclar fazer_push fazer_deploy commitar push deploy implantação publicação commit',
    'to-check': 'verificar testar confirmar validar verificação validação verificações',
    'to-do': 'implementar adicionar criar escrever atualizar remover',
    test: '{compila|compilou|compilam}_{sem_erros|corretamente|sem_problemas} teste testes suíte suite compilação build lint linter pipeline ci verificações checagem_de_tipos compilad{o|a|os|as}_{com_sucesso|corretamente|sem_erros}',
    compiles: 'compila compilam compilou',
    problem:
      'erro erros bug bugs problema problemas falha falhas regressão regressões aviso avisos vazamento conflito conflitos defeito defeitos',
    bad: 'falha trava quebra ocorre aparece falhar',
    work: `tarefa tarefas implementação migração refatoração funcionalidade mudança mudanças alteração alterações código branch commit trabalho ticket versão tudo aplicação site correção correções conserto fix fixes readme
      changelog documentação guia relatório script configuração projeto solução soluções arquivo sistema`,
    place: 'main master origin remoto github gitlab produção prod staging branch repositório',
    server: 'servidor aplicação aplicativo app site serviço api contêiner',
    request: 'pr pull_request mr merge_request',
    cause: 'causa origem razão hipótese motivo',
    summary: 'aqui_está_o_que_mudou o_que_foi_alterado alterações_realizadas',
    all: 'tudo todos todas toda ambos ambas completamente cada',
    now: 'agora já',
    part: 'parcialmente alguns algumas quase maioria em_parte pela_metade exceto apenas somente só',
    remain: 'resta restam pendente pendentes restante restantes falta faltam mais_nada',
    not: 'não nunca nenhum nenhuma nada nem tampouco jamais falhou falharam falham em_vez falta ainda_não',
    hedge: `deve_estar deveria deveriam deve devem pode_estar poderia poderiam talvez provavelmente possivelmente parece parecem aparentemente supostamente em_teoria em_princípio espero_que provável presumivelmente acho_que
      seria pode_ser`,
    think: 'acho creio penso suponho espero acredito imagino',
    plan: `vou vamos vai_ser vão_ser será serão próximo_passo próximos_passos em_seguida depois logo amanhã pretendo deixe-me a_seguir pendente_de por_fazer farei gostaria em_andamento em_progresso quero a_fazer planejo
      verificarei testarei executarei corrigirei publicarei enviarei atualizarei adicionarei`,
    need: 'precisa precisam é_preciso tem_que têm_que necessário requer requisitos obrigatório é_necessário deve_ser devem_ser',
    if: 'se quando assim_que até antes_de desde_que a_menos_que para_que depois_que enquanto caso uma_vez',
    ensure: 'certifique-se verifique_se confira_se para_verificar garanta verificar_se validar_que verificar_que',
    ask: 'quer deseja você_quer devo qual como por_que onde quem posso prefere pode poderia você_poderia gostaria o_que',
    wishes: 'quer querem queres quiser quiserem prefere preferem preferes preferir deseja desejam você_quer',
    offers: 'posso devo',
    say: 'a_julgar diz disse segundo afirma indica menciona escreveu relata informa de_acordo',
    draft: 'mensagem_de_commit rascunho exemplo modelo notas_de_versão descrição_do_pr proposta sugestão',
    appraises: 'pontos_fortes vantagens pontos_positivos o_que_{funciona|funcionou|já_funciona} achados',
    proposes: 'rápida rápido recomendada recomendado proposta proposto possível simples manual necessária',
    how: 'como_funciona funcionamento opções exemplo explicação contexto uso por_que',
    cannot:
      'não_posso não_consigo não_consegui não_podemos não_conseguimos impossível incapaz não_é_possível não_pude não_foi_possível não_há_como não_tenho_como',
    'in-vain': 'não_consegui não_conseguimos não_pude não_foi_possível',
    blocked: `sem_acesso não_tenho_acesso não_temos_acesso bloqueado bloqueada proibido negado não_está_instalado não_está_instalada não_tenho_permissão sem_permissão inacessível acesso_negado não_tenho_as_credenciais não_tenho_credenciais
      fora_do_meu_alcance não_está_disponível_{neste_ambiente|nesta_sessão} não_tenho_disponível abortad{o|a}_por não_disponho_de não_me_permite`,
    please: 'por_favor por_gentileza',
    supply: `envie enviar forneça fornecer compartilhe compartilhar cole colar diga informe esclareça me_envie me_mande mande mostre adicione confirme anexe passe me_diga me_passe partilhe passar conte me_conte diga-me envie-me
      mande-me passe-me`,
    step: 'execute executar reinicie teste verifique instale abra configure implante recarregue atualize faça rode revise tente rodar suba',
    me: 'me mim aqui chat saída log resultado me_diga me_envie me_mande me_passe me_conte diga-me envie-me mande-me passe-me nos',
    handover: `você_precisa você_deve você_tem_que precisará preciso_que_você preciso_do preciso_da preciso_de do_seu_lado da_sua_parte passo_manual etapa_manual sua_vez vou_precisar é_com_você agora_é_com_você vai_precisar precisa_executar
      preciso_que não_esqueça não_se_esqueça lembre-se {você_pode|pode|consegue|poderia|você_poderia}_me_{passar|enviar|mandar|mostrar|dizer|fornecer}
      {você_pode|poderia|você_poderia}_{colar|enviar|compartilhar} me_confirma ações_manuais passos_manuais etapas_manuais fico_no_aguardo_d{o|a|e} aguardo_{o|a|seu|sua}_{arquivo|log|retorno|saída}`,
    applied:
      'aplicado aplicada aplicados aplicadas realizado realizada realizados realizadas efetuado feito feita feitos apliquei',
    habit:
      'normalmente geralmente habitualmente sempre tipicamente por_padrão automaticamente costuma cada_{noite|dia|hora|semana} toda_{noite|hora|semana} todo_dia todas_as_noites todos_os_dias',
    source: 'documentação estrutura',
    undid: 'desfiz desfeito reverti revertido restaurei',
    past: 'em_{janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro} anteriormente antes originalmente na_semana_passada no_ano_passado antigamente ontem',
    each: '{a|em}_cada_{envio|requisição|chamada|execução|commit|push|início|carregamento|mudança|deploy|salvamento|login|mensagem} cada_vez toda_vez antes_de_cada depois_de_cada',
    explains:
      'atualmente usa usam utiliza utilizam contém contêm permite permitem gerencia lê leem guarda guardam chama chamam retorna retornam devolve depende dependem corresponde representa mostra mostram carrega envia enviam recebe recebem fica significa existe existem consiste serve servem define definem é_{um|uma}',
    thus: 'assim desta_forma dessa_forma da_seguinte_forma da_seguinte_maneira',
    recap: 'última_sessão sessão_{passada|anterior} da_última_vez na_última_vez ontem',
    except: 'exceto só_porque apenas_porque menos',
    affirm: 'sim',
    ready: 'pronto pronta prontos prontas',
    as: 'como considerado considerada considera-se',
    lack: 'sem',
    fails: 'falha falham falhando quebrado quebrada',
    ran: 'executado executada executados executei rodado rodei rodar executadas rodada rodados',
    was: 'era eram estava estavam',
    still: 'ainda continua continuam',
    expects: 'deve devem deverá deverão deveria',
    unfinished:
      'ainda_{falta|faltam|pendente|pendentes} {fica|ficou|ficam}_{pendente|pendentes} ainda_não_está_{implementado|implementada|pronto|pronta} continua_pendente',
    order:
      'abra execute rode recarregue teste reinicie verifique acesse copie cole instale atualize rodar executar reexecutar re-executar reiniciar testar versione me_diga me_envie me_mande me_passe me_conte',
    review: 'checklist validação validações pre-flight preflight constitution_check',
    committed:
      'mergeado commitado commitada commitados mesclei commitei fiz_commit fiz_o_commit mesclad{o|a|os|as} commit_{criado|feito|realizado} commit_e_push_{feitos|realizados|concluídos}',
    device: 'telefone celular telemóvel dispositivo aparelho tablet relógio emulador simulador placa iphone ipad',
    installed: 'instalado instalada instalei',
    on: 'em no na',
    remote: 'origin remoto github gitlab produção prod',
    synced: 'sincronizado sincronizada sincronizados',
    acts: 'funciona funcionam roda',
    courtesy: 'note observe desculpe aguarde',
    thanks: 'bem_feito bom_trabalho obrigado obrigada olá abraços entendido espero boa_sorte',
    mine: `terminei concluí finalizei completei acabei implementei enviei publiquei implantei mesclei commitei adicionei atualizei removi criei alterei modifiquei escrevi instalei ajustei substituí refatorei mudei migrei corrigi resolvi consertei verifiquei testei confirmei validei
      gerei reescrevi movi otimizei configurei integrei preparei documentei copiei importei reiniciei`,
  }),
}
