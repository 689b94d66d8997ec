import Foundation

/// The kind of keyboard that a person expects; raw values are Apple's.
public enum UIKeyboardType: Int, Sendable {
    /// The usual keyboard of the language.
    case `default` = 0
    /// Letters of ASCII.
    case asciiCapable = 1
    /// Numbers and punctuation.
    case numbersAndPunctuation = 2
    /// Addresses of the web.
    case URL = 3
    /// Digits.
    case numberPad = 4
    /// Telephone numbers.
    case phonePad = 5
    /// Names and telephone numbers.
    case namePhonePad = 6
    /// Addresses of mail.
    case emailAddress = 7
    /// Numbers with a decimal point.
    case decimalPad = 8
    /// Short messages with @ and #.
    case twitter = 9
    /// Searches of the web.
    case webSearch = 10
    /// Digits of ASCII.
    case asciiCapableNumberPad = 11
    /// Letters of ASCII, by its old name.
    public static var alphabet: UIKeyboardType { .asciiCapable }
}

/// The looks of a keyboard on the screen; raw values are Apple's.
public enum UIKeyboardAppearance: Int, Sendable {
    /// By the traits.
    case `default` = 0
    /// Dark.
    case dark = 1
    /// Light.
    case light = 2
    /// Dark, by its old name.
    public static var alert: UIKeyboardAppearance { .dark }
}

/// The word on a keyboard's return key; raw values are Apple's.
public enum UIReturnKeyType: Int, Sendable {
    /// Return.
    case `default` = 0
    /// Go.
    case go = 1
    /// Google.
    case google = 2
    /// Join.
    case join = 3
    /// Next.
    case next = 4
    /// Route.
    case route = 5
    /// Search.
    case search = 6
    /// Send.
    case send = 7
    /// Yahoo.
    case yahoo = 8
    /// Done.
    case done = 9
    /// Emergency call.
    case emergencyCall = 10
    /// Continue.
    case `continue` = 11
}

/// When typed letters become capitals; raw values are Apple's.
public enum UITextAutocapitalizationType: Int, Sendable {
    /// Never.
    case none = 0
    /// The first letter of each word.
    case words = 1
    /// The first letter of each sentence.
    case sentences = 2
    /// All letters.
    case allCharacters = 3
}

/// Whether typed words are corrected; raw values are Apple's.
public enum UITextAutocorrectionType: Int, Sendable {
    /// The system decides.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// Whether misspelt words are marked; raw values are Apple's.
public enum UITextSpellCheckingType: Int, Sendable {
    /// The system decides.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// Whether straight quotes become curved; raw values are Apple's.
public enum UITextSmartQuotesType: Int, Sendable {
    /// The system decides.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// Whether two hyphens become a dash; raw values are Apple's.
public enum UITextSmartDashesType: Int, Sendable {
    /// The system decides.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// Whether spaces are added and removed around pasted words; raw values are Apple's.
public enum UITextSmartInsertDeleteType: Int, Sendable {
    /// The system decides.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// The meaning of the text that is entered, for a system that fills it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a type from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public static let name = UITextContentType("name")
    /// Mr., Dr.
    public static let namePrefix = UITextContentType("name-prefix")
    /// A given name.
    public static let givenName = UITextContentType("given-name")
    /// A middle name.
    public static let middleName = UITextContentType("additional-name")
    /// A family name.
    public static let familyName = UITextContentType("family-name")
    /// Jr., PhD.
    public static let nameSuffix = UITextContentType("name-suffix")
    /// A nickname.
    public static let nickname = UITextContentType("nickname")
    /// A job.
    public static let jobTitle = UITextContentType("organization-title")
    /// An organization.
    public static let organizationName = UITextContentType("organization")
    /// A place.
    public static let location = UITextContentType("location")
    /// A street with all its lines.
    public static let fullStreetAddress = UITextContentType("street-address")
    /// The first line of a street.
    public static let streetAddressLine1 = UITextContentType("address-line1")
    /// The second line of a street.
    public static let streetAddressLine2 = UITextContentType("address-line2")
    /// A city.
    public static let addressCity = UITextContentType("address-level2")
    /// A state.
    public static let addressState = UITextContentType("address-level1")
    /// A city and a state.
    public static let addressCityAndState = UITextContentType("address-level1+2")
    /// A part of a city.
    public static let sublocality = UITextContentType("address-level3")
    /// A country.
    public static let countryName = UITextContentType("country-name")
    /// A postal code.
    public static let postalCode = UITextContentType("postal-code")
    /// A telephone number.
    public static let telephoneNumber = UITextContentType("tel")
    /// An address of mail.
    public static let emailAddress = UITextContentType("email")
    /// An address of the web.
    public static let URL = UITextContentType("url")
    /// The number of a credit card.
    public static let creditCardNumber = UITextContentType("cc-number")
    /// The name of an account.
    public static let username = UITextContentType("username")
    /// A password.
    public static let password = UITextContentType("password")
    /// A password that is new.
    public static let newPassword = UITextContentType("new-password")
    /// A code that is used once.
    public static let oneTimeCode = UITextContentType("one-time-code")
}

/// The settings of a view that takes text. *Source*: Apple, UITextInputTraits; all are optional there.
@preconcurrency @MainActor public protocol UITextInputTraits: AnyObject {
    /// When letters become capitals.
    var autocapitalizationType: UITextAutocapitalizationType { get }
    /// Whether words are corrected.
    var autocorrectionType: UITextAutocorrectionType { get }
    /// Whether misspelt words are marked.
    var spellCheckingType: UITextSpellCheckingType { get }
    /// Whether quotes are curved.
    var smartQuotesType: UITextSmartQuotesType { get }
    /// Whether hyphens become dashes.
    var smartDashesType: UITextSmartDashesType { get }
    /// Whether spaces are added around pasted words.
    var smartInsertDeleteType: UITextSmartInsertDeleteType { get }
    /// The kind of keyboard.
    var keyboardType: UIKeyboardType { get }
    /// The looks of the keyboard.
    var keyboardAppearance: UIKeyboardAppearance { get }
    /// The word on the return key.
    var returnKeyType: UIReturnKeyType { get }
    /// Whether the return key does nothing while there is no text.
    var enablesReturnKeyAutomatically: Bool { get }
    /// Whether the text is hidden from the screen, from captures and from accessibility.
    var isSecureTextEntry: Bool { get }
    /// The meaning of the text.
    var textContentType: UITextContentType! { get }
}

extension UITextInputTraits {
    /// By sentences.
    public var autocapitalizationType: UITextAutocapitalizationType { .sentences }
    /// The system decides.
    public var autocorrectionType: UITextAutocorrectionType { .default }
    /// The system decides.
    public var spellCheckingType: UITextSpellCheckingType { .default }
    /// The system decides.
    public var smartQuotesType: UITextSmartQuotesType { .default }
    /// The system decides.
    public var smartDashesType: UITextSmartDashesType { .default }
    /// The system decides.
    public var smartInsertDeleteType: UITextSmartInsertDeleteType { .default }
    /// The usual keyboard.
    public var keyboardType: UIKeyboardType { .default }
    /// By the traits.
    public var keyboardAppearance: UIKeyboardAppearance { .default }
    /// Return.
    public var returnKeyType: UIReturnKeyType { .default }
    /// False.
    public var enablesReturnKeyAutomatically: Bool { false }
    /// False.
    public var isSecureTextEntry: Bool { false }
    /// None.
    public var textContentType: UITextContentType! { nil }
}

/// A responder that takes typed text. While it is the first responder, text of keys and input methods goes to it.
@preconcurrency @MainActor public protocol UIKeyInput: UITextInputTraits {
    /// Whether there is a character before the insertion point.
    var hasText: Bool { get }
    /// Inserts a text at the insertion point, in place of the selection.
    func insertText(_ text: String)
    /// Deletes the selection, or else the character before the insertion point.
    func deleteBackward()
}
