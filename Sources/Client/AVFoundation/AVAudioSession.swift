import Foundation
import Synchronization

/// The program's settings for sound on the system.
///
/// Linux mixes the sound of all programs and interrupts none. Settings are stored and can be read, but change no
/// sound. *Source*: Apple, AVAudioSession.h.
// Safe because: what changes is under the lock.
open class AVAudioSession: NSObject, @unchecked Sendable {
    /// The purpose of sound.
    public struct Category: Hashable, RawRepresentable, Sendable {
        /// The string of Apple's constant.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Sound is optional; other programs' sound continues.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound is optional and exclusive; the default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound is essential to the program.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Sound is recorded.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Sound is played and recorded.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Sound goes to several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// The kind of sound.
    public struct Mode: Hashable, RawRepresentable, Sendable {
        /// The string of Apple's constant.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Any kind.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Conversation.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Conversation with video.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Conversation in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Sound during the recording of a video.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measurement.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// The sound of a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Continuous speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short speech.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How a category combines with other programs' sound.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The bits of Apple's constant.
        public let rawValue: UInt
        /// Makes a value of any bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Other programs' sound continues.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Other programs' sound becomes quieter.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Bluetooth headsets are allowed.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker is the default.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Other programs' speech is interrupted; other sound continues.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth headphones without a microphone are allowed.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// AirPlay devices are allowed.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    }

    /// Options for activating or deactivating a session.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The bits of Apple's constant.
        public let rawValue: UInt
        /// Makes a value of any bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Other programs are notified when the session ends.
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

    /// The purpose of sound.
    open var category: Category { settings.withLock { $0.category } }
    /// The kind of sound.
    open var mode: Mode { settings.withLock { $0.mode } }
    /// How the category combines with other programs' sound.
    open var categoryOptions: CategoryOptions { settings.withLock { $0.options } }

    /// Sets the purpose of sound, and how it combines with other programs' sound.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        settings.withLock { ($0.category, $0.options) = (category, options) }
    }

    /// Sets the purpose and the kind of sound, and how it combines with other programs' sound.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        settings.withLock { ($0.category, $0.mode, $0.options) = (category, mode, options) }
    }

    /// Sets the kind of sound.
    open func setMode(_ mode: Mode) throws { settings.withLock { $0.mode = mode } }

    /// Does nothing: players open and close the sound device themselves.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}
