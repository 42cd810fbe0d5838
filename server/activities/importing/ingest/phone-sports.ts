/**
 * The names that phones use for each sport. A line has our name for the sport, followed by the phones' names:
 * the identifiers of Apple’s HealthKit (HKWorkoutActivityType) and of Android’s Health Connect
 * (EXERCISE_TYPE), and the names that both show in English, French and Dutch. Names are compared without
 * case, accents, spaces and punctuation.
 */
const table = `
american_football: FOOTBALL_AMERICAN, American Football, Football américain, Amerikaans voetbal
archery: Archery, Tir à l’arc, Boogschieten, Handboogschieten
football_australian: australianFootball, FOOTBALL_AUSTRALIAN, Australian Football, Football australien, Australisch voetbal
badminton: Badminton
barre_class: barre, Barre, Barre au sol
baseball: Baseball, Base-ball, Honkbal
basketball: Basketball, Basket-ball, Basket, Basketbal
bowling: Bowling
boxing: Boxing, Boxe, Boksen
bootcamp: BOOT_CAMP, Bootcamp, Boot Camp
calisthenics: CALISTHENICS, Callisthénie, Gymnastique suédoise, Calisthenics
dance: cardioDance, socialDance, dance, danceInspiredTraining, DANCING, Dance, Dancing, Cardio Dance, Social Dance, Dance Inspired Training, Danse, Danse cardio, Danse sociale, Cardiodans, Sociale dans, Dansen, Dans
rock_climbing: climbing, ROCK_CLIMBING, Climbing, Rock Climbing, Escalade, Klimmen, Rotsklimmen
stretching: cooldown, flexibility, preparationAndRecovery, STRETCHING, Cooldown, Flexibility, Preparation and Recovery, Stretching, Retour au calme, Récupération, Souplesse, Flexibilité, Étirements, Préparation et récupération, Coolingdown, Lenigheid, Flexibiliteit, Voorbereiding en herstel, Rekken, Stretchen
core_training: coreTraining, Core Training, Renforcement du tronc, Gainage, Rompstabiliteit, Core-training
cricket: Cricket
cross_country_skiing_ws: crossCountrySkiing, Cross-Country Skiing, Cross Country Skiing, Ski de fond, Langlaufen
cross_training: crossTraining, Cross Training, Entraînement croisé, Crosstraining
curling: Curling
cycling: cycling, BIKING, BIKING_STATIONARY, Cycling, Biking, Stationary Bike, Indoor Cycle, Outdoor Cycle, Cyclisme, Vélo, Vélo d’appartement, Vélo d’intérieur, Fietsen, Hometrainer, Wielrennen
ultimate_frisbee: discSports, FRISBEE_DISC, Disc Sports, Frisbee, Frisbee Disc, Sports de disque, Discussporten, Frisbeeën
skiing: downhillSkiing, SKIING, Downhill Skiing, Skiing, Ski alpin, Ski, Alpineskiën, Skiën
elliptical: ELLIPTICAL, Elliptical, Vélo elliptique, Elliptique, Crosstrainer
equestrian_sports: equestrianSports, Equestrian Sports, Équitation, Sports équestres, Paardensport, Paardrijden
exercise_class: EXERCISE_CLASS, Exercise Class, Cours collectif, Cours de fitness, Groepsles
fencing: Fencing, Escrime, Schermen
fishing: Fishing, Pêche, Vissen
fitness_gaming: fitnessGaming, Fitness Gaming, Jeux de fitness, Fitnessgame, Fitnessgames
strength_training: functionalStrengthTraining, traditionalStrengthTraining, STRENGTH_TRAINING, Functional Strength Training, Traditional Strength Training, Strength Training, Musculation, Musculation fonctionnelle, Musculation traditionnelle, Renforcement musculaire, Entraînement fonctionnel, Krachttraining, Functionele krachttraining, Traditionele krachttraining
golf: Golf
breathwork: GUIDED_BREATHING, Guided Breathing, Respiration guidée, Begeleide ademhaling
gymnastics: Gymnastics, Gymnastique, Turnen, Gymnastiek
hand_cycling: handCycling, Hand Cycling, Vélo à main, Handbike, Handbiken
handball: Handball, Handbal
hiit: highIntensityIntervalTraining, HIGH_INTENSITY_INTERVAL_TRAINING, High Intensity Interval Training, HIIT, Entraînement fractionné de haute intensité, Entraînement par intervalles à haute intensité, Intervalles haute intensité, Intervaltraining met hoge intensiteit, Intensieve intervaltraining
hiking: HIKING, Hiking, Randonnée, Randonnée pédestre, Hiken, Wandeltocht, Trektocht
hockey: hockey, ROLLER_HOCKEY, Hockey, Roller Hockey, Rollerhockey, Roller-hockey
ice_hockey: ICE_HOCKEY, Ice Hockey, Hockey sur glace, IJshockey
hunting: Hunting, Chasse, Jagen, Jacht
jump_rope: jumpRope, Jump Rope, Corde à sauter, Touwtjespringen
kickboxing: Kickboxing, Kick-boxing, Kickboksen
lacrosse: Lacrosse, Crosse
martial_arts: martialArts, MARTIAL_ARTS, Martial Arts, Arts martiaux, Vechtsport, Vechtsporten
meditation: mindAndBody, Mind and Body, Mind & Body, Corps et esprit, Lichaam en geest
cardio_workout: mixedCardio, mixedMetabolicCardioTraining, Mixed Cardio, Mixed Metabolic Cardio Training, Cardio mixte, Gemengde cardio
other: other, OTHER_WORKOUT, play, transition, Other, Other Workout, Play, Transition, Autre, Autre exercice, Jeu, Jeux, Overige, Andere work-out, Overige work-out, Anders, Spel, Spelen, Transitie
paddling: paddleSports, PADDLING, Paddle Sports, Paddling, Sports de pagaie, Pagaie, Peddelsport, Peddelen
paragliding: PARAGLIDING, Paragliding, Parapente, Paragliden
pickleball: Pickleball
pilates: Pilates
racquetball: Racquetball, Racketball
rowing: ROWING, ROWING_MACHINE, Rowing, Rowing Machine, Rower, Indoor Rower, Aviron, Rameur, Roeien, Roeimachine, Roeitrainer
rugby: Rugby
running: running, RUNNING_TREADMILL, Running, Run, Treadmill, Course, Course à pied, Tapis de course, Hardlopen, Lopen, Loopband
sailing: Sailing, Voile, Zeilen
scuba_diving: underwaterDiving, SCUBA_DIVING, Underwater Diving, Scuba Diving, Plongée, Plongée sous-marine, Duiken, Scubaduiken
skating: skatingSports, SKATING, Skating Sports, Skating, Sports de glisse, Patinage, Schaatssport, Schaatssporten, Skaten
ice_skating: ICE_SKATING, Ice Skating, Patinage sur glace, Schaatsen
snowboarding: Snowboarding, Surf des neiges, Snowboard, Snowboarden
snow_sport: snowSports, Snow Sports, Sports de neige, Sneeuwsport, Sneeuwsporten
snowshoeing: SNOWSHOEING, Snowshoeing, Raquettes, Raquettes à neige, Sneeuwschoenwandelen, Sneeuwschoenlopen
soccer: SOCCER, Soccer, Football, Voetbal
softball: Softball, Softbal
squash: Squash
stair_climbing: stairClimbing, stairs, stepTraining, STAIR_CLIMBING, STAIR_CLIMBING_MACHINE, Stair Climbing, Stair Stepper, Stairs, Step Training, Stair Climbing Machine, Montée d’escaliers, Escaliers, Simulateur d’escalier, Stepper, Step, Traplopen, Trappen, Trapmachine, Steptraining
surfing: surfingSports, SURFING, Surfing, Surfing Sports, Surf, Sports de surf, Surfen, Surfsport, Surfsporten
multisport: swimBikeRun, Swim Bike Run, Swim-Bike-Run, Multisport, Triathlon, Natation-vélo-course, Zwemmen-fietsen-hardlopen, Triatlon
swimming: swimming, SWIMMING_OPEN_WATER, SWIMMING_POOL, Swimming, Pool Swim, Open Water Swim, Natation, Natation en piscine, Natation en eau libre, Zwemmen, Zwemmen in zwembad, Zwemmen in open water, Zwembad, Openwaterzwemmen
table_tennis: tableTennis, TABLE_TENNIS, Table Tennis, Tennis de table, Tafeltennis
tai_chi: taiChi, Tai Chi, Taï-chi, Tai chi
tennis: Tennis
track_and_field: trackAndField, Track and Field, Track & Field, Athlétisme, Atletiek
volleyball: Volleyball, Volley-ball, Volleybal
walking: walking, WALKING, Walking, Walk, Marche, Marche à pied, Wandelen
water_aerobics: waterFitness, Water Fitness, Aquagym, Aquafitness, Fitness aquatique, Waterfitness
water_polo: waterPolo, WATER_POLO, Water Polo, Water-polo, Waterpolo
water_sport: waterSports, Water Sports, Sports nautiques, Sports aquatiques, Watersport, Watersporten
weightlifting: WEIGHTLIFTING, Weightlifting, Haltérophilie, Gewichtheffen
wheelchair: wheelchairRunPace, wheelchairWalkPace, WHEELCHAIR, Wheelchair, Wheelchair Run Pace, Wheelchair Walk Pace, Fauteuil roulant, Fauteuil roulant (course), Fauteuil roulant (marche), Rolstoel, Rolstoel hardlooptempo, Rolstoel wandeltempo
wrestling: Wrestling, Lutte, Worstelen
yoga: Yoga
`;

/** Prefixes of identifiers. Names are compared without these prefixes. */
const prefix = /^(hkworkoutactivitytype|exercise_type_)/i;

const keyOf = (name: string) =>
  name
    .trim()
    .replace(prefix, '')
    .normalize('NFD')
    .replaceAll(/[^\p{Letter}]/gu, '')
    .toLowerCase();

const sportTypes = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [sportType = '', names = ''] = line.split(': ');
      return [sportType, ...names.split(', ')].map((name) => [keyOf(name), sportType] as const);
    }),
);

/** Returns our name for a phone's sport name, or undefined if the name is unknown. */
export const phoneSport = (name: string): string | undefined => sportTypes.get(keyOf(name));
