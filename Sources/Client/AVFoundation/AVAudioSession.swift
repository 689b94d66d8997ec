import Foundation
import Synchronization

/// What a program says of its sound to the system.
///
/// Linux mixes the sound of all programs, whatever they say, and interrupts none: what is set is kept and can be read, and no sound is
/// other for it. *Source*: Apple, AVAudioSession.h.
// Safe because: what changes is under the lock.
open class AVAudioSession: NSObject, @unchecked Sendable {
    /// What sound is for.
    public struct Category: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// It may be left out; that of others goes on.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// It may be left out: what a program has that says nothing.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// It is what the program is for.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// It is recorded.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// It is played and recorded.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// It goes to several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// What kind of sound it is.
    public struct Mode: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Any.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Talk with others.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Talk with others who are seen.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Talk with others in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// What is heard while a film is made.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// What is measured.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// A film's.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech without end.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short speech.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How a category is to be had with the sound of others.
    public struct CategoryOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Makes a value of any bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Others' goes on.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Others' is lowered.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Headsets may be used.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker is used.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Speech of others is interrupted, and nothing else.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Headphones without a microphone may be used.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Other machines may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    }

    /// What is done when a session is begun or ended.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Makes a value of any bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Others are told of the end.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    private struct Settings {
        var (category, mode, options) = (Category.soloAmbient, Mode.default, CategoryOptions())
    }
    private let settings = Mutex(Settings())
    private static let shared = AVAudioSession()

    private override init() { super.init() }

    /// The program's session.
    open class func sharedInstance() -> AVAudioSession { shared }

    /// What sound is for.
    open var category: Category { settings.withLock { $0.category } }
    /// What kind of sound it is.
    open var mode: Mode { settings.withLock { $0.mode } }
    /// How the category is to be had with the sound of others.
    open var categoryOptions: CategoryOptions { settings.withLock { $0.options } }

    /// Says what sound is for, and how it is to be had with the sound of others.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        settings.withLock { ($0.category, $0.options) = (category, options) }
    }

    /// Says what sound is for, what kind it is, and how it is to be had with the sound of others.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        settings.withLock { ($0.category, $0.mode, $0.options) = (category, mode, options) }
    }

    /// Says what kind of sound it is.
    open func setMode(_ mode: Mode) throws { settings.withLock { $0.mode = mode } }

    /// Begins or ends the session: players begin and end theirs themselves.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}
