import type { Language } from './lexicon.ts'

export const italian: Language = {
  name: 'it',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `l' essere dovrebbe il gli della delle nel che è sono ho con per non una questo questa anche più dei degli alla tutti tutto ora adesso stato stata stati ha hanno puoi ecco già ancora modifiche sul dal nei mi sullo`,
  entries: () => ({
    agent: 'io noi ho abbiamo',
    user: 'tu voi lei',
    your: 'tuo tua tuoi tue vostro',
    it: 'questo ciò tutto esso con_questo così',
    other: 'utente cliente autore team registro qualcuno collega',
    be: 'è sono era erano sia risulta risultano resta essere',
    been: 'stato stata stati state è_stato è_stata sono_stati sono_state',
    have: 'ho ha hanno abbiamo aveva hai avete',
    det: "il lo la i gli le un uno una questo questa questi queste mio mia nostro nostra l'",
    prep: 'in nel nella nei su sul sulla di del della dei a al alla per con da dal tra senza sui nelle',
    and: 'e ed inoltre , & / o poi',
    but: 'ma però tuttavia sebbene anche_se',
    that: 'che cui',
    adverb:
      'anche già completamente totalmente finalmente ora adesso tutti tutte tutto correttamente appena interamente in_background complete completo completa',
    done: `fatto fatta completato completata completati completate finito finita finiti finite terminato terminata terminati terminate pronto pronta pronti pronte concluso conclusa conclusi ultimato ultimata       tutto_a_posto tutto_fatto missione_compiuta aggiornato_e_pronto chiuso chiusa consegnato consegnata portato_a_termine portata_a_termine a_posto niente_altro_da_fare null'altro_da_fare in_ordine aggiornatissimo archiviato {è|sono|tutto|ora}_{completo|completa|completi|complete}
      {eseguit}{o|a|i|e}_{con_successo|correttamente|senza_errori} fatti fatte`,
    built: 'implementato implementata implementati implementate realizzato realizzata ',
    fixed: `corretto corretta corretti corrette risolto risolta risolti risolte sistemato sistemata sistemati sistemate riparato riparata riparati fixato eliminato_il_bug sparito sparita scomparso scomparsa aggiustato aggiustata patchato
      rimediato bonificato ripristinat{o|a}_l'accesso {accesso|servizio|connessione}_ripristinat{o|a} {è|stato|stata}_ripristinat{o|a} eliminat{o|a}_l'errore patchata patchati patchate fixata fixati non_{crasha|fallisce|si_blocca}_più`,
    fixes: `corregge risolve sistema ripara elimina rimuove_l'errore evita_l'errore toglie`,
    shipped: `pubblicato pubblicata pubblicati distribuito distribuita rilasciato rilasciata rilasciati pushato pushata pushati unito unita_a_main deployato deployata in_produzione
      messo_in_produzione messa_in_produzione fatto_il_push fatto_il_deploy fatto_push pushate pubblicate mergiati messo_online
      messa_online {pushat|caricat|inviat}{o|a|i|e}_su_{github|main|origin} rilasciate`,
    live: 'online in_linea',
    passed: `{compila|compilano}_{senza_errori|correttamente|senza_problemi} passano passa passati passato passata passate superano supera superato superati superata verde verdi compila compilato pulito pulita senza_errori senza_problemi riuscito riuscita riusciti a_buon_fine ok con_successo
      compilata compilati compilate {gira|girano}_senza_errori superate eseguit{o|a|i|e}_{con_successo|correttamente|senza_errori} compilat{o|a|i|e}_{con_successo|correttamente|senza_errori}`,
    checked: `verificato verificata verificati testato testata testati confermato confermata validato validata controllato controllata provato provata collaudato collaudata verificate testate confermati confermate validati
      validate controllati controllate provati rimisurato rimisurata riscontrato riverificato riverificata {verifica|validazione}_{riuscita|superata|ok}`,
    works: `funziona funzionano funzionante funzionanti operativo operativa attivo_e_funzionante in_esecuzione raggiungibile gira
      {risponde|si_avvia|parte|carica|si_apre|si_vede|salva|gira|girano|viene_eseguito}_{correttamente|senza_errori|senza_problemi|regolarmente|perfettamente} attivo_in_background attiva_in_background
      in_esecuzione_in_background {funziona|attivo|avviato|gira}_sulla_porta in_ascolto_sulla_porta`,
    changed: `aggiunto aggiunta aggiunti aggiornato aggiornata aggiornati rimosso rimossa creato creata creati modificato modificata modificati sostituito rinominato spostato cambiato scritto migliorato installato semplificato adattato
      eliminato inserito migrato migrata configurato configurata integrato integrata portato rifattorizzato generato generata generati generate scritta scritti documentato documentata documentati preparato preparata
      riscritto riscritta riorganizzato ripulito ripulita ottimizzato ottimizzata tarato tarata misurato misurata installati spostata spostati rinominata sostituita sostituiti cambiata inserita inseriti eliminata
      eliminati estratto estratta unificato tradotto tradotta adattata salvato salvata sviluppato sviluppata buildato affinato affinata esteso estesa rifattorizzata`,
    opened: 'aperto aperta creato creata chiuso chiusa',
    success: 'con_successo',
    tried: 'confrontato eseguito provato aperto avviato misurato',
    same: 'coincide coincidono identico identici',
    well: 'correttamente come_previsto perfettamente bene senza_problemi di_nuovo regolarmente senza_errori come_atteso come_dovrebbe a_dovere',
    'no-longer':
      'non_più non_compare_più non_compaiono_più non_si_verifica_più non_si_presenta_più non_si_verificano_più',
    'to-fix': 'correggere risolvere sistemare correzione correzioni fix fixes hotfix correttivo correttivi',
    'to-ship':
      'pubblicare distribuire rilasciare fare_il_push pushare committare push deploy rilascio pubblicazione commit distribuzione',
    'to-check': 'verificare testare confermare verifica validazione',
    'to-do': 'implementare aggiungere creare scrivere aggiornare rimuovere',
    test: '{compila|compilano}_{senza_errori|correttamente|senza_problemi} test suite compilazione build lint linter pipeline ci controlli verifica_dei_tipi compilat{o|a|i|e}_{con_successo|correttamente|senza_errori}',
    compiles: 'compila compilano',
    problem:
      'errore errori bug problema problemi regressione regressioni avviso avvisi perdita conflitto conflitti difetto difetti guasto anomalia malfunzionamento crash',
    bad: 'fallisce blocca crasha verifica presenta',
    work: `attività compito implementazione migrazione refactoring funzionalità modifica modifiche codice ramo branch commit lavoro ticket versione tutto applicazione sito correzione correzioni fix fixes readme changelog
      documentazione memoria script configurazione progetto rapporto guida soluzione file`,
    place: 'main master origin remoto github gitlab produzione prod staging ramo repository',
    server: 'server applicazione app sito servizio api container',
    request: 'pr pull_request mr merge_request',
    cause: 'causa origine ragione ipotesi motivo',
    summary: 'ecco_cosa_è_cambiato modifiche_apportate ecco_le_modifiche',
    all: 'tutto tutti tutte tutta entrambi entrambe completamente ogni',
    now: 'ora adesso',
    part: 'parzialmente alcuni alcune quasi maggior_parte in_parte a_metà tranne solo soltanto',
    remain: 'resta restano rimane rimangono in_sospeso rimanente rimanenti manca mancano da_fare',
    not: 'non mai nessun nessuno nessuna niente nulla né neanche neppure fallito falliti falliscono invece manca',
    hedge: `dovrebbe dovrebbero potrebbe potrebbero forse probabilmente possibilmente sembra sembrano apparentemente presumibilmente in_teoria in_linea_di_principio spero_che probabile magari sarebbe salvo_errori
      a_quanto_pare`,
    think: 'credo penso suppongo spero immagino ritengo',
    plan: `procedo sto_per andrò farò vado_a sarà saranno prossimo_passo prossimi_passi poi dopo presto domani intendo vorrei lasciami di_seguito da_fare in_corso voglio procederò ora_aggiorno adesso_aggiorno passiamo
      verificherò testerò eseguirò correggerò pubblicherò aggiornerò aggiungerò`,
    need: 'deve devono bisogna occorre necessario richiede requisiti obbligatorio è_necessario serve servono',
    if: 'se quando una_volta appena_sarà fino_a finché prima_di a_meno_che affinché dopo_che qualora purché nel_caso non_appena',
    ensure: 'assicurati assicuratevi verifica_che controlla_che verifica_se controlla_se per_verificare assicurarsi',
    ask: 'vuoi volete desideri devo dobbiamo puoi_confermare quale come_mai perché dove chi posso va_bene preferisci potresti cosa puoi come',
    wishes: 'vuoi volete vuole vorresti preferisci preferite preferisce desideri desiderate desidera',
    offers: 'posso devo dobbiamo',
    say: 'a_giudicare dice detto secondo afferma indica menziona scrive riporta segnala sostiene',
    draft: 'messaggio_di_commit bozza esempio modello note_di_rilascio descrizione_della_pr proposta',
    appraises: 'punti_di_forza vantaggi punti_forti cosa_{funziona|ha_funzionato} riscontri',
    proposes: 'rapida rapido consigliata consigliato proposta proposto possibile semplice manuale necessaria',
    how: 'come_funziona funzionamento opzioni esempio spiegazione contesto uso perché',
    cannot:
      'non_posso non_riesco non_possiamo impossibile incapace non_è_possibile non_ho_potuto non_sono_riuscito non_siamo_riusciti non_sono_in_grado non_è_stato_possibile non_ho_modo_di',
    'in-vain': 'non_ho_potuto non_sono_riuscito non_siamo_riusciti non_è_stato_possibile',
    blocked: `senza_accesso non_ho_accesso non_abbiamo_accesso bloccato bloccata vietato negato non_è_installato non_è_installata non_ho_il_permesso non_ho_i_permessi senza_permessi irraggiungibile accesso_negato non_ho_le_credenziali
      fuori_dalla_mia_portata non_è_disponibile_in_{questo_ambiente|questa_sessione} non_ho_a_disposizione interrott{o|a}_per non_dispongo annullat{o|a}_per_mancanza non_ho_{lo|la|gli|le}_strumento_disponibile
      strumento_non_disponibile`,
    please: 'per_favore per_cortesia cortesemente',
    supply: `invia inviami inviare fornisci fornire condividi condividere incolla incollare dimmi indica chiarisci mandami mostrami aggiungi conferma allega passami specifica condividimi forniscimi passarmi inviarmi incollarmi
      mandarmi condividermi dirmi mostrarmi raccontami mandamelo passamelo spiegami`,
    step: 'esegui eseguire riavvia prova verifica installa apri configura distribuisci ricarica aggiorna lancia rivedi controlla fai',
    me: 'mi me qui chat output log risultato dimmi inviami mandami mostrami passami condividimi forniscimi raccontami spiegami passarmi inviarmi incollarmi mandarmi condividermi dirmi mostrarmi',
    handover: `devi dovete dovrai ho_bisogno_che ho_bisogno_di ho_bisogno_del da_parte_tua dal_tuo_lato passaggio_manuale tocca_a_te mi_serve mi_servono avrò_bisogno cosa_devi_fare a_te_la_palla è_il_tuo_turno ricordati ricorda_di non_dimenticare fammi_sapere fatemi_sapere mi_{passi|mandi|invii|incolli|condividi|confermi} confermami azioni_manuali passaggi_manuali confermi_che resto_in_attesa_d{i|el|ella}`,
    applied: 'applicato applicata applicati applicate eseguito eseguita eseguiti effettuato effettuata',
    habit:
      'normalmente generalmente di_solito sempre tipicamente automaticamente spesso ogni_{notte|giorno|ora|settimana|mese}',
    source: 'documentazione struttura',
    undid: 'annullato annullata ripristinato ripristinata',
    past: "a_{gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre} in_precedenza originariamente la_settimana_scorsa l'anno_scorso una_volta_era ieri",
    each: 'a_ogni ad_ogni ogni_volta prima_di_ogni dopo_ogni',
    explains:
      'attualmente usa usano utilizza utilizzano contiene contengono permette permettono gestisce gestiscono legge leggono salva chiama chiamano restituisce restituiscono dipende dipendono corrisponde rappresenta mostra mostrano carica invia inviano riceve si_trova significa esiste esistono consiste serve servono definisce è_{un|una}',
    thus: 'così in_questo_modo come_segue nel_modo_seguente',
    recap: "{ultima|scorsa|precedente}_sessione sessione_{precedente|scorsa} l'ultima_volta la_volta_scorsa ieri",
    except: 'tranne eccetto solo_perché salvo',
    affirm: 'sì',
    ready: 'pronto pronta pronti pronte',
    as: 'come considerato considerata',
    lack: 'senza',
    fails: 'fallisce falliscono rotto rotta',
    ran: 'eseguito eseguita eseguiti lanciato lanciati eseguite lanciata',
    was: 'era erano',
    still: 'ancora tuttora',
    expects: 'dovrebbe dovrebbero',
    unfinished:
      '{manca|mancano}_ancora ancora_{in_corso|da_fare|incompleto|incompleta} {resta|restano}_da_{fare|completare}',
    order: 'apri esegui prova testa riavvia ricarica incolla copia verifica lancia installa scarica chiudi clicca',
    review: 'checklist validazione pre-flight preflight constitution_check',
    committed:
      'committato committata committati mergiato mergiata fatto_il_commit commit_{creato|fatto|eseguito} commit_e_push_{fatti|completati|eseguiti}',
    device: 'telefono cellulare smartphone dispositivo tablet orologio emulatore simulatore scheda iphone ipad',
    installed: 'installato installata',
    on: 'su sul sulla in',
    remote: 'origin remoto github gitlab produzione prod',
    synced: 'sincronizzato sincronizzata sincronizzati',
    acts: 'funziona funzionano gira',
    courtesy: 'nota scusa attendi',
    thanks: 'ben_fatto bel_lavoro grazie saluti capito ciao spero buona_fortuna',
  }),
}
