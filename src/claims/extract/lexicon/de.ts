import type { Language } from './lexicon.ts'

export const german: Language = {
  name: 'de',
  order: 'free',
  takesBack: 'before',
  negates: 'anywhere',
  marks: `der die das es du und ist sind nicht ich wir ein eine einen den dem mit auf für von zu wurde wurden habe hat werden wird auch noch jetzt alle alles bitte kann nach bei dass dein deine läuft mir dir wegen`,
  entries: () => ({
    agent: 'ich wir',
    user: 'du ihr sie_haben du_hast',
    your: 'dein deine deinen deinem deiner ihr_server ihre_app',
    it: 'es das dies alles beides damit',
    other: 'nutzer benutzer kunde autor team kollege kollegin ticket protokoll log jemand er',
    be: 'ist sind war waren bin sei sein',
    been: 'wurde wurden worden gewesen',
    have: 'habe haben hat hatte hab',
    det: 'der die das den dem des ein eine einen einem einer diese dieser dieses',
    prep: 'in im auf für von zu zum zur mit aus bei nach an am unter über durch per via gegen',
    and: 'und sowie plus , & /',
    but: 'aber jedoch allerdings sondern doch obwohl',
    that: 'dass welche welcher welches',
    adverb:
      'auch schon bereits vollständig komplett ganz erfolgreich nun jetzt endlich gerade eben soeben sauber läuft_an laufen_an',
    done: `erledigt fertig abgeschlossen vollendet fertiggestellt beendet bereit vollbracht geschafft vollständig_umgesetzt abgehakt startklar einsatzbereit
      abgearbeitet unter_dach_und_fach in_trockenen_tüchern im_kasten das_war's auf_dem_neuesten_stand aktuell_und_fertig durch_damit unter_dach betriebsbereit
      fix_und_fertig über_die_bühne abgeliefert ausgeliefert_wie_gewünscht bezugsfertig alles_klar_damit {ist|sind|alles|jetzt|nun}_komplett {ist|sind|jetzt|nun}_drin {ist|sind|wurde|wurden}_eingebaut
      erfolgreich_{ausgeführt|durchgeführt|abgeschlossen|umgesetzt}`,
    built: 'implementiert umgesetzt realisiert ',
    fixed: `behoben repariert gelöst korrigiert gefixt beseitigt ausgebessert gepatcht bereinigt geklärt ausgeräumt aus_der_welt
      wieder_normal ausgemerzt aufgelöst gebannt vom_tisch {ist|sind|wurde|wurden|wieder}_wiederhergestellt entschärft ausgebügelt`,
    fixes: 'behebt löst korrigiert_den beseitigt behebt_den behebt_das entfernt_den_fehler',
    shipped: `gepusht gepushed deployt deployed ausgerollt veröffentlicht released ausgeliefert live_gestellt
      bereitgestellt auf_main_gelandet live_geschaltet in_produktion publiziert hochgeladen rausgegangen in_prod übernommen_in_main aufgespielt eingespielt
      auf_github_{gepusht|hochgeladen}`,
    live: 'live online',
    passed: `grün bestanden erfolgreich fehlerfrei sauber durchgelaufen durch laufen_durch läuft_durch kompiliert baut gehen_durch ohne_fehler ohne_probleme ohne_beanstandung in_ordnung
      ok laufen_alle passen bestehen besteht {läuft|laufen|baut}_{ohne_fehler|ohne_warnungen|fehlerfrei} erfolgreich_{ausgeführt|durchgeführt}`,
    checked: `geprüft überprüft verifiziert getestet bestätigt nachgeprüft validiert kontrolliert ausprobiert gegengeprüft durchgetestet nachgewiesen erprobt durchgespielt abgeglichen 
      {überprüfung|verifikation|gegenprobe}_{erfolgreich|bestanden|ok}`,
    works: `funktioniert funktionieren läuft laufen funktionsfähig erreichbar einwandfrei lauffähig klappt funktionstüchtig reagiert
      {läuft|laufen}_{ohne_fehler|fehlerfrei|im_hintergrund|korrekt|einwandfrei|sauber|problemlos|stabil} {läuft|laufen}_auf_port`,
    changed: `hinzugefügt aktualisiert entfernt erstellt geändert ersetzt umbenannt verschoben gelöscht angepasst ergänzt geschrieben verbessert überarbeitet
      installiert erzeugt angelegt aktiviert vereinfacht refaktoriert eingefügt umgestellt erweitert migriert portiert eingerichtet konfiguriert integriert eingebaut umgebaut generiert dokumentiert aufgeräumt
      vorbereitet umgeschrieben neu_geschrieben optimiert übersetzt eingepflegt nachgezogen gesetzt gespeichert hinterlegt ausgelagert zusammengefasst vereinheitlicht abgelegt eingetragen kopiert importiert`,
    opened: 'eröffnet erstellt geöffnet angelegt geschlossen gestellt aufgemacht',
    success: 'erfolgreich mit_erfolg',
    tried: 'verglichen ausgeführt gestartet geöffnet eingelesen gemessen abgespielt',
    same: 'identisch stimmt stimmen überein',
    well: 'korrekt einwandfrei richtig ordnungsgemäß wie_erwartet wie_gewünscht problemlos fehlerfrei wieder sauber wie_vorgesehen stabil reibungslos tadellos',
    'no-longer': 'nicht_mehr kein_mehr',
    'to-fix':
      'beheben reparieren lösen korrigieren korrektur korrekturen fix fixes fehlerbehebung behebung hotfix fehlerbehebungen',
    'to-ship':
      'pushen committen mergen deployen veröffentlichen ausrollen push deploy deployment veröffentlichung commit release',
    'to-check': 'prüfen testen verifizieren überprüfen prüfung verifizierung überprüfung',
    'to-do': 'implementieren hinzufügen erstellen schreiben aktualisieren entfernen umsetzen',
    test: 'test tests testsuite suite build lint linter typprüfung kompilierung pipeline ci testlauf testfälle prüfung prüfungen unittests typecheck übersetzung bauvorgang',
    compiles: 'kompiliert',
    problem:
      'fehler bug bugs problem probleme regression absturz abstürze warnung warnungen leck ausnahme konflikt konflikte mängel störung störungen fehlern problemen abstürzen errors warnings',
    bad: 'stürzt scheitert hängt fehler auf abgestürzt fehlschlägt',
    work: `aufgabe aufgaben umsetzung implementierung migration refactoring feature änderung änderungen code branch commit arbeit arbeiten ticket fix version release seite app alles korrektur korrekturen fixes readme changelog
      dokumentation skript projekt konfiguration bericht datei lösung fehlerbehebungen fehlerbehebung`,
    place: 'main master origin remote github gitlab produktion prod staging branch npm',
    server: 'server app anwendung dienst seite api container',
    request: 'pr pull_request mr merge_request',
    cause: 'ursache grund vermutung',
    summary: 'folgendes_wurde_geändert das_habe_ich_geändert änderungen_im_überblick',
    all: 'alle alles sämtliche beide ganz gesamte vollständig komplett',
    now: 'jetzt nun inzwischen mittlerweile ab_sofort wieder',
    part: 'teilweise einige manche fast größtenteils nur_die_ersten halb zum_teil bis_auf meisten beinahe nahezu noch_nicht_alle',
    remain:
      'offen übrig ausstehend restlich restlichen verbleibend verbleibenden mehr_zu_tun weitere offenen offene zu_tun',
    not: 'nicht kein keine keinen keinem keiner nie niemals nichts weder noch_nicht fehlgeschlagen scheitern fehlt fehlen statt anstatt',
    hedge: `sollte sollten müsste müssten dürfte dürften könnte könnten vielleicht wahrscheinlich vermutlich möglicherweise wohl eventuell anscheinend scheinbar scheint offenbar hoffentlich
      voraussichtlich theoretisch womöglich meines_wissens soweit_ich_sehe würde`,
    think: 'denke glaube vermute nehme_an schätze meine hoffe',
    plan: 'werde werden_wir wird_noch werden_noch will wollen möchte würde_gern würde_gerne lass_mich als_nächstes nächste_schritte nächster_schritt anschließend später morgen gleich plane geplant demnächst bald danach vorhaben',
    need: 'muss müssen müsstest erforderlich notwendig nötig soll sollen anforderungen voraussetzung',
    if: 'wenn falls sobald sofern ob bevor bis solange nachdem damit_die andernfalls vorausgesetzt angenommen',
    ensure: 'stelle_sicher stellen_sie_sicher sicherstellen prüfe_ob prüfen_ob um_zu_prüfen achte_darauf',
    ask: 'soll_ich sollen_wir kannst_du können_sie könntest_du möchtest_du möchten_sie was wie warum welche wo wer darf_ich willst_du funktioniert_es wollen_sie',
    wishes: 'möchtest möchten willst wollt wollen bevorzugst bevorzugen möchtest_du möchten_sie willst_du wollen_sie',
    offers: 'darf_ich soll_ich sollen_wir',
    say: 'dem_log_nach sagt sagte laut behauptet meldet schreibt schrieb steht heißt_es berichtet erwähnt gemäß zufolge',
    draft:
      'commit-nachricht commit_message entwurf vorschlag beispiel vorlage release_notes pr-beschreibung textvorschlag changelog-eintrag',
    appraises:
      'stärken vorteile pluspunkte was_{funktioniert|funktioniert_hat|gut_ist|gut_läuft} befunde erkenntnisse feststellungen',
    proposes:
      'schnelle schneller schnellste empfohlene vorgeschlagene mögliche einfache einfachste manuelle manueller nötige notwendige',
    how: 'wie_man anleitung funktionsweise optionen beispiel erklärung hintergrund warum',
    cannot:
      'kann_nicht konnte_nicht können_nicht konnten_nicht nicht_möglich kann_ich_nicht konnte_ich_nicht unmöglich außerstande nicht_in_der_lage kann_die kann_leider konnte_leider',
    'in-vain':
      'konnte_nicht konnten_nicht konnte_ich_nicht konnte_leider konnte konnten stecke_fest komme_nicht_weiter',
    blocked: `keinen_zugriff kein_zugriff keinen_zugang kein_zugang blockiert verboten verweigert gesperrt nicht_installiert keine_berechtigung keine_rechte fehlen_die_rechte unerreichbar
      nicht_erlaubt fehlt_mir_der_zugriff keine_internetverbindung keine_zugangsdaten komme_nicht_weiter stecke_fest kein_netzwerk mir_{nicht|hier_nicht}_zur_verfügung abgebrochen_wegen
      in_dieser_umgebung_nicht_{verfügbar|vorhanden}`,
    please: 'bitte',
    supply: `schick schicke schicken sende senden gib geben teile teilen nenne nennen lade kopiere füge poste zeig zeige sag sage stell stelle bestätige bestätigen probier probiere einfügen posten zeigen zusenden
      hochladen mitteilen weitergeben nenn schreib schreibe`,
    step: 'führe starte prüfe teste lade installiere aktualisiere öffne setze kopiere ändere lösche klicke führen starten prüfen testen laden installieren öffnen ausführen deploye pushe probier probiere',
    me: 'mir uns hier chat ausgabe log ergebnis',
    handover: `du_musst sie_müssen du_bist_dran jetzt_bist_du_dran ich_brauche_von_dir ich_brauche_deine ich_benötige_von ich_brauche_noch ich_benötige von_dir_brauche auf_deiner_seite manueller_schritt was_du_tun_musst müsstest_du musst_du müssen_sie bräuchte_ich ich_bräuchte denk_daran denken_sie_daran vergiss_nicht vergessen_sie_nicht gib_mir_bescheid gib_kurz_bescheid gib_mir_kurz_bescheid gib_bescheid manuelle_schritte ich_warte_auf_{dein|deine|deinen|das|die|den} bestätige_bitte`,
    applied: 'angewendet angewandt vorgenommen durchgeführt eingespielt',
    habit:
      'normalerweise üblicherweise meist immer typischerweise in_der_regel standardmäßig automatisch jede_{nacht|stunde|woche} jeden_tag',
    source: 'doku dokumentation struktur',
    undid: 'zurückgenommen rückgängig_gemacht zurückgesetzt zurückgerollt verworfen',
    past: 'im_{januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember} früher damals ursprünglich zuvor letzte_woche letztes_jahr im_frühjahr im_vorjahr letzten_monat schon_einmal vor_jahren aktuelle_version bisher',
    each: 'bei_jede{m|r} nach_jede{m|r} vor_jede{m|r} jedes_mal jedesmal',
    explains:
      'derzeit aktuell zurzeit nutzt nutzen verwendet verwenden enthält enthalten ermöglicht verwaltet liest lesen speichert speichern ruft rufen liefert liefern hängt hängen entspricht zeigt zeigen sendet schickt empfängt bedeutet existiert besteht dient dienen definiert beschreibt kommt bekommt prüft ist_{ein|eine} es_gibt {wird|werden}_von',
    thus: 'so folgendermaßen wie_folgt auf_diese_weise',
    recap:
      '{letzten|letzte|vorigen|vorige|vorherigen}_{sitzung|session} letztes_mal beim_letzten_mal gestern gestern_{ging|hatten|haben|war|waren} zuletzt_ging',
    except: 'außer nur_weil abgesehen bis_auf ausgenommen',
    vanished: 'weg verschwunden geschichte',
    can: 'kann konnte können konnten könnte_ich',
    affirm: 'ja genau doch',
    ready: 'bereit startklar einsatzbereit',
    as: 'als',
    lack: 'ohne',
    fails: 'rot scheitert scheitern fehlschlägt fehlschlagen schlägt kaputt',
    ran: 'ausgeführt laufen_lassen gestartet',
    was: 'war waren',
    still: 'noch weiterhin immer_noch',
    expects: 'sollte sollten',
    unfinished:
      'noch_{offen|unfertig|unvollständig|ausstehend} fehlt_noch fehlen_noch steht_noch_aus stehen_noch_aus noch_nicht_{umgesetzt|implementiert|fertig|erledigt}',
    order:
      'öffne öffnen_sie starte starten_sie führe führen_sie lade laden_sie teste testen_sie prüfe prüfen_sie kopiere installiere installieren_sie klicke klick wechsle wechsel führ',
    review: 'checkliste prüfliste validierung pre-flight preflight constitution_check',
    committed: 'committet committed eingecheckt gemergt gemerged zusammengeführt commit_{erstellt|angelegt}',
    device: 'handy telefon smartphone gerät tablet uhr emulator simulator board iphone ipad',
    installed: 'installiert',
    on: 'auf im in',
    remote: 'origin upstream remote github gitlab produktion prod',
    synced: 'synchron synchronisiert',
    acts: 'funktioniert funktionieren läuft laufen klappt reagiert',
    scheme: 'todo todos',
    courtesy: 'bedenke bedenken beachte beachten siehe sehen entschuldige entschuldigen',
    thanks: 'gut_gemacht gute_arbeit danke viel_erfolg hoffe hallo verstanden klar grüße viele_grüße gern gerne',
  }),
}
