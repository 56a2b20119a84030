import { inOrder, type Words } from './in-order.ts'
import type { Language } from './lexicon.ts'

/** English. It lists the most small words, since most messages are English and its forms are the most ambiguous. */
export const englishWords = {
  agent: 'i we me_and_my_team my_team',
  user: 'you u',
  your: 'your',
  it: 'it this that these those they everything all_of_it all_of_them both each_of_them that_one this_one',
  worker: 'agents subagents sub-agents workers searches jobs',
  other: `user users customer customers client author team reviewer reviewers colleague maintainer maintainers developer
    developers someone somebody he she readme docs documentation spec ticket log logs article report upstream vendor alice bob
    qa_team ops qa previous_agent another_agent other_agent predecessor who people`,
  be: `is are was were it_is they_are 's 're am 'm be being get gets got remains stays looks became turned`,
  been: 'been have_been has_been had_been was were',
  have: `have has 've had`,
  det: `the a an this that these those any some each every my our your their his her its no which another`,
  prep: `in on at for of to from with by into onto across under over via per through within during against using as than
    between about behind after before without so because since`,
  and: 'and & plus + , / then or as_well_as also',
  but: 'now_that but however though although yet_the whereas except while still,',
  that: 'that which who whose where',
  adverb: `by_the_way what_to_do_next no_doubt without_a_doubt without_doubt also just already now fully completely entirely successfully all really truly finally officially indeed newly
    cleanly correctly properly safely quickly simply both previously since recently then once_more again manually
    directly automatically locally carefully thoroughly explicitly personally well hereby too even actually so only
    basically essentially freshly permanently definitively today immediately everything`,
  done: `done complete completed finished finalized finalised ready all_set good_to_go in_place
    wrapped_up wraps_it_up wraps_up_the wraps_this_up a_wrap up_to_date up-to-date in_the_bag in_the_books put_to_bed put_this_one_to_bed put_it_to_bed put_that_to_bed over_the_line over_the_finish_line
    crossed_the_finish_line crosses_the_finish_line across_the_finish_line off_your_plate off_my_plate off_the_list off_your_list off_my_list ticked_off checked_off crossed_off struck_off squared_away
    buttoned_up sewn_up tied_up taken_care_of signed_off mission_accomplished job_done home_and_dry home_free
    signed_,_sealed_,_delivered nailed_it knocked_out polished_off seen_to dealt_with all_yours yours_to_use
    everything_you_asked_for that_'s_a_wrap that_'s_all_of_it that_is_all_of_it that_'s_everything that_is_everything that_covers_everything covers_everything_you
    we_'re_there we_are_there set_to_go ready_to_go ready_to_use good_to_merge good_to_ship
    100_% fully_baked tip_top shipshape ship_shape all_systems_go stick_a_fork_in nothing_more_to_do call_it_done consider_it_done
    on_to_the_next onto_the_next moving_on_to_the_next case_closed closed_out
    came_together got_it_done pulled_it_off did_it reached_the_end at_the_finish_line done_deal done_and_dusted finito
    all_wrapped wrapped case_closed brought_to_completion wraps_it_up {marks|marked}_the_completion_of {marks|marked}_the_successful_completion_of you_can_close_the_ticket you_can_close_the_issue you_can_close_this can_be_closed brings_the_work_to_a_close {this|that|which}_{completes|concludes|finishes|closes_out|wraps_up|rounds_off|rounds_out|closes} {requirements|acceptance_criteria|criteria}_{have_been|are|were}_{met|satisfied|fulfilled} nothing_further nothing_more_to nothing_else_to nothing_left_to feel_free_to_close
    {every|the_last}_box_{ticked|is_ticked} all_boxes_{ticked|checked} no_loose_ends all_sorted all_squared_away closed_the_{loop|book}
    {fell|falls|clicked|slotted}_into_place over_and_done_with in_the_can ready_to_{roll|rock|rumble|fly} ready_for_prime_time
    mission_complete made_it_to_the_end reached_the_finish_line`,
  built: `implemented        delivered achieved accomplished fulfilled addressed concluded handled satisfied met`,
  fixed: `fixed resolved solved corrected patched repaired cured eliminated squashed remedied rectified mended sorted_out ironed_out
    stamped_out put_right put_to_rest laid_to_rest back_to_normal stopped_happening dead_and_buried
    nailed_down hotfixed debugged cleared_up went_away
    has_gone_away goes_away straightened_out  gone_away taken_care_of_the_bug took_care_of  plugged closed_off
    {good_as|as_good_as}_new exorcised vanquished banished tamed defused quashed exterminated eradicated neutralised neutralized {snuffed|rooted|weeded|wiped|hammered|smoothed}_out untangled
    nipped_in_the_bud bit_the_dust bites_the_dust six_feet_under no_longer_with_us {wo_n't|will_not}_{bother|haunt|trouble}_{you|us|anyone|anybody} put_{a_stop|an_end}_to put_out_of_its_misery
    sent_packing shown_the_door back_to_life in_working_order_again`,
  vanished:
    'gone history vanished disappeared sorted nailed killed crushed slain cleared no_more a_thing_of_the_past toast dead',
  applied: 'applied performed made executed carried_out rolled_out',
  fixes: `fixes resolves solves corrects eliminates cures repairs takes_care_of addresses cures`,
  shipped: ` pushed deployed redeployed released published shipped landed rolled_out went_live gone_live went_out
    force-pushed uploaded_to_production promoted_to_production tagged
    pushed_out put_live cut_over rolling_out_to_everyone in_users_'_hands in_customers_'_hands on_its_way_to_users 
              sent_upstream upstreamed uploaded_to flashed
    {pushed|flipped}_live made_it_out out_of_the_door set_sail gone_public made_public`,
  live: 'live open out_the_door in_the_wild out_in_the_wild in_production on_production in_prod on_prod on_the_app_store available_on_npm available_on_pypi on_its_way out_there up out',
  passed: `pass passes passed passing succeed succeeds succeeded successful green clean ok okay all_good sails_through sailed_through
    went_through gone_through go_through goes_through pass_through went_green turned_green came_back_clean come_back_clean came_back_green comes_back_clean
    compile compiles compiled builds built_fine {exit|exits|exited}_cleanly exit_0 exits_0 exited_0 exit_code_0
    error-free without_a_hitch without_a_hiccup not_a_single_failure nothing_failed nothing_fails no_red zero_red
    validates lint-free build_successful builds_successful {compiled|compiles|compiling|builds|building}_{clean|cleanly|without_errors} clean_bill_of_health happy quiet {no|zero|0}_{type|compile|compiler|compilation|build}_errors {no|zero|0}_{failures|test_failures|failing_tests} thumbs_up gave_it_the_thumbs_up zero_red green_across_the_board all_green
    not_a_peep without_a_peep did_n't_{make_a_peep|make_a_sound} without_complaint no_complaints {came|comes|came_back|lit}_up_{green|clean} with_flying_{colours|colors}
    nothing_but_green solid_green all_clear squeaky_clean spotless not_one_{failure|red}`,
  checked: `verified confirmed tested validated double-checked re-verified re-tested retested rechecked smoke-tested
    smoke_tested checked exercised proven proved ran_through put_it_through_its_paces put_through_its_paces put_this_through_its_paces put_everything_through_its_paces dogfooded
    dog-fooded kicked_the_tires sanity-checked spot-checked cross-checked battle-tested stress-tested reproduced_and_verified
    tried_it_out tried_it walked_through clicked_through observed_working seen_working eyeballed attest vouch can_confirm
    field-tested road-tested checks_out check_out_fine checked_out_fine everything_checked_out it_checked_out
    {gave|given}_it_a_{spin|workout|whirl|thorough_test|thorough_check} {took|taken}_it_for_a_{spin|test_drive} test-drove put_it_to_the_test passes_muster {saw|watched|seen}_it_work`,
  works: `{continue|continues}_to_{work|function|run|pass} http_200 200_ok active alive functioning nominal byte-identical bit-identical works work working worked running runs functional operational reachable accessible healthy responds responding behaves behaving
    up_and_running humming purring up_again back_up back_online online holds_up succeeded       does_what_it_should does_its_job does_the_job runs_like_clockwork like_a_charm
    rock_solid rock-solid bulletproof as_intended  displaying_properly  listening succeeds succeeded
    {does|did}_the_trick does_what_it_says plays_nicely plays_ball behaves_itself ticks_over ticking_over chugging_along purrs {runs|running}_smoothly alive_and_{kicking|well} firing_on_all_cylinders in_working_order`,
  changed: `added updated removed created changed replaced renamed moved deleted modified switched checked_out up_to_date_with_origin up_to_date_with_upstream up_to_date_with_the_remote up_to_date_with_main introduced adjusted refined
    rewrote wrote written improved extended extracted simplified cleaned cleaned_up reworked restructured reorganized
    installed built generated enabled disabled made wrapped converted aligned included applied restored reverted bumped upgraded
    downgraded dropped edited tweaked tightened softened shortened expanded hardened documented exported imported split
    combined staged initialized initialised bootstrapped restarted rebuilt downloaded copied registered hooked_up wired_up
    put kept stopped saved recorded inserted merged_in prepared stubbed scaffolded patched moved_over swapped turned
    increased decreased reduced raised lowered refactored regenerated formatted reformatted normalised normalized ran executed run opened ran migrated ported rewritten integrated configured wired set_up setup automated translated`,
  opened: 'opened created raised submitted filed closed posted updated reopened merged put_up sent',
  success:
    'as_requested exactly_as_requested successfully success successful without_issues without_errors without_failures without_problems',
  well: `what_you_'d_expect what_you_would_expect as_you_'d_expect correctly properly perfectly fine smoothly well as_expected as_intended as_designed as_it_should as_required again
    end-to-end end_to_end flawlessly great beautifully without_issues without_problems reliably nicely now on_all in_both everywhere stably cleanly
    successfully without_errors normally out_of_the_box like_a_charm like_a_dream`,
  managed: '{managed|was_able|were_able|been_able}_to succeeded_in',
  'no-longer': 'no_longer not_anymore stopped never_again not_any_more',
  'to-fix': 'fix resolve solve repair correct patch debug fixes hotfix correction corrections bugfix bugfixes',
  'to-ship': 'push commit merge deploy release publish ship tag launch deployment deploys push_to pushes',
  'to-check': 'verify test confirm validate check review verification validation',
  'to-do':
    'complete implement add create write update remove build migrate refactor document configure finish complete replace rename',
  test: `test tests suite suites spec specs testsuite lint linter linting linters typecheck typechecks type-check type_check type_checks type_checker
    type-checking typechecking build builds compilation compiler tsc eslint pytest jest vitest mypy ruff ci pipeline pipelines checks assertions
    cases unit_tests integration_tests e2e regression_suite test_run test_runs biome clippy flake8 rspec junit gradle maven playwright cypress
    build_process typescript lints smoke_test smoke_tests job jobs golden workflow_run static_analysis pre-commit coverage_run check
    bundle compiles checker build_successful builds_successful {compiled|compiles|compiling|builds|building}_{clean|cleanly|without_errors} zero_red no_red all_green green_across_the_board
    {no|zero|0}_{type|compile|compiler|compilation|build}_errors {no|zero|0}_{failures|test_failures|failing_tests}`,
  problem: `race_condition race_conditions bug bugs error errors issue issues problem problems regression regressions crash crashes warning warnings leak leaks failure failures
    defect defects fault faults glitch glitches flake flakes exception exceptions deadlock race mismatch typo conflict conflicts
    vulnerability vulnerabilities violation violations memory_leak freeze hang flicker root_cause overlap infinite_loop fix fixes hotfix
    breakage outage complaint complaints findings offenses artefact artefacts artifact_bug broken_link broken_links hiccup`,
  bad: `crash crashes crashing fail fails failing error errors overlap overlaps throws throw throwing break breaks breaking flicker flickers
    hang hangs leak leaks freezes 404s loops duplicates duplicate cuts_off lags reproduces reproduce reproducible occurs occur happens happen appears
    shows_up seeing complained complain complains broke`,
  work: `task tasks implementation migration refactor refactoring feature features change changes pr prs code branch branches commit commits work
    everything all request job jobs step steps phase item items version release deployment site app application docs documentation
    project update updates setup set-up upgrade integration port rewrite ticket story tickets milestone deliverable deliverables file files report draft
    page script module modules component components document feature_branch hotfix fix patch ticket rollout conversion cleanup clean-up stack it this they
    todo todos list objective objectives goal goals requirements endpoints functionality repo repository build package api wp work_package process changeset test_data test_account test_user test_users`,
  place: `main master origin remote github gitlab bitbucket production prod staging branch npm pypi registry vercel netlify heroku aws upstream
    repo repository develop trunk cluster droplet docker_hub the_app_store testflight release_branch       cloudflare crates.io s3 k8s kubernetes azure gcp`,
  server: `server app application service stack container api endpoint site website backend frontend database game script
    project program daemon job bot page dashboard servers services apps applications containers endpoints sites pages bots it everything proxy instance cli command button login form flow`,
  request: 'pr prs pull_request pull_requests mr merge_request merge_requests issue ticket commit commits',
  cause: 'cause root_cause culprit reason hypothesis theory suspicion diagnosis origin_of',
  summary: `here_'s_what here_is_what here_are_the what_changed what_i_did what_was_done what_i_changed what_we_changed what_we_did
    changes_made files_changed files_updated what_i_'ve what_we_implemented what_was_implemented summary_of_changes two_changes`,
  all: 'all every everything entire whole both fully completely entirely 100_% each zero',
  now: 'now currently as_of_now right_now today already',
  part: `some most partly partially half halfway several mostly nearly almost part_of only_the_first first_half one_of two_of three_of few
    almost_all not_all not_everything but_not_all incomplete partial in_part a_few majority only_some `,
  remain:
    'left remaining remains outstanding pending open unfinished the_rest leftover undone to-do still_to_do  more_to_do further_action further_actions further_steps further_changes further_work else_to_do to_do',
  not: `not n't never no none nothing neither nor nobody cannot hardly barely unable yet_to instead_of rather_than
    zero_of far_from not_yet isnt arent wasnt werent hasnt havent dont doesnt didnt anything_but nowhere_near stop_short lacks fail fails failed not_a_single not_one none_of doubt`,
  hedge: `should might may could probably likely presumably possibly perhaps hopefully apparently seemingly supposedly appears appear seems seem
    expected_to supposed_to in_theory theoretically ought arguably maybe potentially i_assume assume assuming_that i_guess guess i_suspect suspect more_or_less looks_like
    sounds_like as_far_as_i_can_tell afaict afaik if_i_'m_not_mistaken to_the_best_of_my_knowledge cautiously tentatively would in_principle on_paper
    i_imagine fingers_crossed unverified untested i_bet unless_i_missed unless_i_'ve_missed with_luck`,
  think: 'think believe expect hope suspect assume reckon feel imagine',
  plan: `will 'll shall going_to gonna let_me let_'s lets let_us about_to plan_to planning_to want_to wants_to intend_to intends_to aim_to try_to
    trying_to attempt_to i_'d i_would we_'d we_would next next_up upcoming later soon tomorrow eventually in_progress in-progress ongoing working_on
    in_the_process_of started_to starting_to begin_to beginning_to proceed_to continue_to happy_to able_to_get can_then wip to_be towards still_working
    starting_on ready_to_start ready_to_help ready_to_assist ready_to_implement ready_to_proceed ready_to_begin ready_to_fix ready_for_your_next ready_when_you_are ready_for_instructions ready_for_input ready_for_your_input planned get_this_done get_it_done get_things_done getting_things_done get_that_done get_stuff_done intent_is_to intention_is_to aim_is_to goal_is_to hope_to meant_to to_have to_get to_make to_see to_keep getting`,
  scheme: 'plan plans todo todos to-do to-dos roadmap',
  need: `must need needs needed have_to has_to had_to need_to needs_to requires require requirement mandatory make_sure_that supposed_to_be
    should_be_done shall_be expected_behavior expected_behaviour acceptance_criteria prerequisite prerequisites definition_of_done in_order_to is_required are_required required_to be_required expected`,
  if: `if once unless until till when whenever assuming provided_that provided_the as_soon_as as_long_as in_case in_the_event before otherwise suppose whether
    even_if only_if only_when on_condition given_that_you either or_else after_you after_we after_i after_the after_that lest so_that so_people so_users so_you so_it_can
    wait_for waits_for waiting_for wait_until by_the_time where_needed depending_on {let_me_know|tell_me}_{when|once}`,
  ensure: `make_sure ensure ensures ensuring check_that check_if check_whether verify_that verify_if verify_whether confirm_that confirm_if see_if see_whether make_certain
    double-check find_out determine_if determine_whether tell_whether to_verify to_confirm to_check to_see to_ensure to_make_sure how you_can_verify you_should_see you_want
    you_should_get you_'ll_see you_will_see expect_to_see look_for claim_that claiming means meaning
    to_mark mark_as marked_as mark_it_as mark_them_as mark_complete labelled_as labeled_as flagged_as counts_as considered_as treated_as`,
  ask: `should_i shall_i should_we shall_we would_you could_you can_you can_i can_we may_i what which how why where who want_me want_to will_you will_it ok_to okay_to would_it shouldn_'t_we how_about what_about what_if`,
  say: `says said say states stated claims claimed reports mentions mentioned writes reads notes noted announced announces insists
    wrote replied reported judging_by judging_from based_on_the_{log|logs|output|trace|screenshot|error} going_by according_to told asserts suggests as_per per_the per_your quoted quoting quotes documents describes advertises promises advertised claim state assert`,
  appraises: `good_{aspects|points|parts|things} strengths strong_points positives positive_aspects advantages benefits pros merits
    what_{works|worked|went_well} findings issues_found problems_found features_found what_i_found`,
  proposes:
    'quick recommended suggested proposed possible potential simple simplest easy easiest alternative manual needed',
  draft: `commit_message commit_messages pr_description pr_body pr_text pr_title release_notes release_note changelog_entry suggested_message draft_reply draft template
    suggested_reply proposed_message example sample placeholder pull_request_description pull_request_body announcement wording suggested_text
    suggested_copy copy_option tagline status_message status_update_for slack_message email_text commit_title commit_subject suggested_commit proposed_commit title_and_description
    boilerplate for_instance for_example pr_template merge_message tweet`,
  how: `how_to how_it_works how_this_works how_it_'s to_reproduce usage why explanation steps_to options option alternatives background overview instructions
    troubleshooting guide how_does examples in_general workflow approach what_happens behaviour behavior
    current_state how_it getting_started quick_start installation`,
  habit:
    'typically usually normally generally often always commonly automatically sometimes traditionally by_default each_time every_time nightly daily',
  except:
    '{for_the_wrong|for_wrong}_{reason|reasons} by_accident by_chance accidentally vacuously trivially except apart_from other_than save_for minus only_because all_but except_for with_the_exception_of',
  what: 'what whatever',
  source:
    'docs doc documentation codebase code_base structure logs history specs tags commits commit_log git_log changelog',
  undid:
    'undid undone reverted restored backed_it_out {rolled|put|changed|switched|set}_{it|that|them|everything}_back rolled_back took_it_out_again',
  past: '{last|latest|previous}_ci nightly_{run|build} earlier previously originally last_week last_month yesterday used_to initially at_first back_then last_year last_sprint by_then last_time months_ago current last_spring in_the_past historically once_before long_ago at_the_time last_quarter years_ago weeks_ago {in|since|last|back_in}_{january|february|march|april|june|july|august|september|october|november|december}',
  each: '{on|for|with|after|before|at}_{every|each}_{request|save|send|commit|push|call|run|start|startup|boot|load|login|sign-in|submit|build|deploy|deployment|release|change|update|write|read|insert|click|keystroke|render|frame|tick|event|message|upload|night|day|hour|week|month|visit|launch|transaction|order|sync|import|export|merge|restart|query|page} every_time each_time per_{request|call|run|commit|save|message}',
  thus: 'like_this like_so as_follows this_way in_this_way in_the_following_way',
  recap: '{previous|last|earlier|prior}_{session|conversation} yesterday',
  cannot: `can_n't cannot can_not could_n't could_not unable was_unable were_unable was_not_able were_not_able not_able was_n't_able were_n't_able am_n't_able not_possible impossible not_allowed not_permitted
    do_n't_have_permission do_n't_have_the_ability not_in_a_position_to lack_the_ability unable_to failed_to_get_access no_means_to cant couldnt`,
  'in-vain':
    "could_n't could_not couldnt was_unable were_unable was_not_able were_not_able was_n't_able were_n't_able stuck stalled ran_out_of hit_a_wall",
  blocked: `blocked forbidden denied off_the_table refused unreachable stuck at_a_dead_end hit_a_wall dead_end out_of_reach beyond_my_reach outside_my_reach
    locked_out rate-limited out_of_my_hands no_access do_n't_have_access have_no_access lack_access without_access no_permission no_permissions access_is_denied
    permission_denied not_authorized not_authorised unauthorized is_n't_installed is_not_installed are_not_installed are_n't_installed not_installed no_network
    no_internet forbids forbid prohibits prohibited prevents_me blocks_me does_n't_let_me wo_n't_let_me does_n't_allow_me not_available_in_this_environment not_available_here
    blocked_by hit_a_roadblock lacks_permission lacks_access at_an_impasse no_credentials ran_out_of stalled bars
    is_missing_from_this_environment prevents_it my_hands_are_tied hands_are_tied no_way_forward out_of_options without_credentials no_way_around no_way_for_me no_way_to have_no_way`,
  lack: 'without zero no',
  here: 'here from_here of_this_environment in_this_environment in_this_sandbox on_this_machine in_this_session in_my_environment this_environment this_sandbox this_machine',
  access: `access permission permissions credentials credential token password key rights network internet tools authorization privileges cookie context information
    environment sandbox`,
  please: 'please kindly pls plz',
  supply: `provide share paste send give tell supply attach upload clarify describe specify show drop forward enter fill_in answer       point_me grant confirm copy_and_paste reply choose pick`,
  step: `run rerun re-run restart reload refresh hard-refresh hard_refresh redeploy deploy push pull install reinstall rebuild open close set copy update change add remove
    create delete test try check verify confirm start stop clear log sign click go visit execute commit merge replace paste configure enable disable
    approve review apply upload export rotate submit edit fully_rebuild launch reboot flash connect plug manually download regenerate save switch point trigger inspect
    look do force use make re-deploy`,
  me: 'me us here back chat output outputs logs result results response screenshot',
  handover: `over_to_you your_turn on_your_end you_need_to you_'ll_need_to you_will_need_to you_have_to you_'ll_have_to you_must
    what_you_need_to_do for_you_to_do ball_is_in_your_court i_need_you_to i_'ll_need_you_to i_need_the i_'ll_need_the i_will_need_the i_need_your i_'ll_need_your we_need_your
    up_to_you_to for_you_to_run left_for_you manual_step manual_steps manual_check manual_action action_required requires_you_to what_to_do_now what_to_check have_a_look give_it_a_try
    you_would_need_to needs_your needs_you_to need_from_you from_your_end from_your_side leave_it_to_you leave_that_to_you i_would_need_to_see
    next_steps_for_you device_check check_on_device you_'ve_got_to needed_from_you i_need_to_see we_need_answers we_only_need_answers
    waiting_on_you waiting_for_you_to i_'m_waiting_for_your user_action your_action things_for_you to_do_on_your you_'ll_want_to you_will_want_to you_may_need_to you_might_need_to make_sure_your you_'ll_have_to you_'ll_also_need_to {let_me_know|tell_me|report_back}_{what|how|whether|which}  {do_n't|do_not}_forget_to be_sure_to {you_'ll|you_will|you}_{still|also}_{need|have}_to {need|things}_from_you  what_to_do actions_to_take manual_fix manual_fixes manual_intervention {let_me_know|tell_me}_{when|once} i_need_{more|some|a_few} you_'d_need_to`,
  order:
    'run rerun re-run restart reload refresh hard-refresh hard_refresh redeploy re-deploy deploy rebuild fully_rebuild reinstall reboot test retest try retry check recheck confirm verify pull push commit merge copy paste send share install flash force start clear',
  acts: 'outputs prints returns return returned displays renders loads responds answers answered starts shows show showed reports handles produces arrived arrives arriving delivers came_back comes_back drain drained matches match agrees agree',
  tried: `ran reran re-ran opened played replayed recorded compared watched tapped clicked loaded installed started booted triggered fed
    can_see measured benchmarked simulated let sent logged_in called requested queried curled hit visited submitted uploaded imported`,
  same: 'identical byte-identical bit-identical same matches match matched agrees agree agreed equal unchanged',
  affirm:
    "yes yep yeah correct they_did it_did they_do it_does it_is they_are it_was they_were it_has they_have that_'s_right affirmative sure_is indeed aye",
  can: 'can could_be can_be',
  ready: 'ready',
  serves: '{to|for}_{help|assist|start|begin|work|continue|go_on}',
  as: 'as considered deemed',
  fails: 'fail fails failing broken breaks red errors_out crashes times_out',
  ran: 'run ran rerun re-run executed',
  was: 'was were',
  still: 'still',
  unchecked: 'untested unverified',
  expects: 'should',
  unfinished:
    'still_{pending|missing|incomplete|unfinished|unimplemented|open|outstanding|in_progress|wip|a_stub|stubbed|a_placeholder|todo} {is|are}_not_{yet_}implemented not_{yet_}implemented not_implemented_yet not_done_yet not_finished_yet not_yet_{done|finished|complete|started|wired} {remains|remain}_{incomplete|unfinished|pending|unimplemented|open} left_as_{todo|a_todo|a_placeholder} unimplemented',
  review:
    'format_{check|validation} checklist checklists validation verification audit health_check health_checks constitution_check constitution_checks quality_gate quality_checks gates items',
  committed: 'committed merged checked_in cherry-picked squash-merged made_it_to_main made_it_into_main',
  device:
    'phone iphone device tablet ipad apple_watch smartwatch your_watch the_watch emulator simulator board pixel galaxy handset headset tv raspberry_pi microcontroller',
  installed: 'installed reinstalled sideloaded',
  on: 'on in',
  remote: 'origin upstream remote github gitlab bitbucket production prod',
  synced: 'synced synchronized synchronised in_sync',
  blocks: 'blocks blocking',
  courtesy: '{please|kindly}_{note|see|be|find|refer|feel|let|bear|keep}',
  thanks:
    'thanks thank cheers luck hope hello hi hey sorry okay ok sure understood agreed regards questions reference see cancelled',
  finds: 'found saw learned noticed discovered recommend suggest know',
} satisfies Words

export const english: Language = {
  name: 'en',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: `the and is are was were been have has had this that these those with from your you we i it its for not of to in on
    at by as he she will would should can all now here there what when which let if but they them their`,
  entries: () => inOrder(englishWords),
}
