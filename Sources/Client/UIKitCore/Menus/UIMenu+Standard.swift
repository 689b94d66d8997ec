import Foundation

extension UIMenu.Identifier {
    // *Source*: Apple, UIMenu.Identifier; the names of `standardEdit` and the like as programs read them, the others by their
    // pattern.
    private static func standard(_ name: String) -> UIMenu.Identifier { UIMenu.Identifier("com.apple.menu.\(name)") }

    /// The menu of the application.
    public static let application = standard("application")
    /// The File menu.
    public static let file = standard("file")
    /// The Edit menu.
    public static let edit = standard("edit")
    /// The View menu.
    public static let view = standard("view")
    /// The Window menu.
    public static let window = standard("window")
    /// The Help menu.
    public static let help = standard("help")
    /// The group about the application, in its menu.
    public static let about = standard("about")
    /// The application's settings, in its menu.
    public static let preferences = standard("preferences")
    /// Services, in the application's menu.
    public static let services = standard("services")
    /// Hiding the application, in its menu.
    public static let hide = standard("hide")
    /// Quitting the application, in its menu.
    public static let quit = standard("quit")
    /// In File: new items.
    public static let newItem = standard("new-item")
    /// In File: new windows.
    public static let newScene = standard("new-scene")
    /// In File: opening.
    public static let open = standard("open")
    /// In File: recent documents.
    public static let openRecent = standard("open-recent")
    /// In File: closing.
    public static let close = standard("close")
    /// In File: printing.
    public static let print = standard("print")
    /// In File: the document.
    public static let document = standard("document")
    /// In Edit: undo and redo.
    public static let undoRedo = standard("undo-redo")
    /// In Edit: cut, copy, paste, delete, select.
    public static let standardEdit = standard("standard-edit")
    /// In Edit: finding.
    public static let find = standard("find")
    /// In Find: the panel.
    public static let findPanel = standard("find-panel")
    /// In Edit: replacing.
    public static let replace = standard("replace")
    /// In Edit: sharing.
    public static let share = standard("share")
    /// In Edit: bold, italic, underlined.
    public static let textStyle = standard("text-style")
    /// In Edit: spelling.
    public static let spelling = standard("spelling")
    /// In Spelling: the panel.
    public static let spellingPanel = standard("spelling-panel")
    /// In Spelling: its options.
    public static let spellingOptions = standard("spelling-options")
    /// In Edit: substitutions.
    public static let substitutions = standard("substitutions")
    /// In Substitutions: the panel.
    public static let substitutionsPanel = standard("substitutions-panel")
    /// In Substitutions: their options.
    public static let substitutionOptions = standard("substitution-options")
    /// In Edit: capitals and small letters.
    public static let transformations = standard("transformations")
    /// In Edit: speech.
    public static let speech = standard("speech")
    /// In Edit: looking words up.
    public static let lookup = standard("lookup")
    /// In Edit: learning words.
    public static let learn = standard("learn")
    /// The Format menu.
    public static let format = standard("format")
    /// In Format: the font.
    public static let font = standard("font")
    /// In Font: the size.
    public static let textSize = standard("text-size")
    /// In Font: the colour.
    public static let textColor = standard("text-color")
    /// In Font: copying styles.
    public static let textStylePasteboard = standard("text-style-pasteboard")
    /// In Format: the text.
    public static let text = standard("text")
    /// In Text: the direction.
    public static let writingDirection = standard("writing-direction")
    /// In Text: the alignment.
    public static let alignment = standard("alignment")
    /// In Edit: filling in.
    public static let autoFill = standard("autofill")
    /// In View: the toolbar.
    public static let toolbar = standard("toolbar")
    /// In View: the sidebar.
    public static let sidebar = standard("sidebar")
    /// In View: the full screen.
    public static let fullscreen = standard("fullscreen")
    /// In Window: its size.
    public static let minimizeAndZoom = standard("minimize-and-zoom")
    /// In Window: the order.
    public static let bringAllToFront = standard("bring-all-to-front")
    /// The menu that holds the others.
    public static let root = standard("root")
}

extension UIMenu {
    /// The main menu before a program changes it: the standard menus, of which only Edit has commands.
    ///
    /// The order is that of a Mac's menus. *Source*: Apple, UIMenu.Identifier.
    static func makeMain() -> UIMenu {
        UIMenu(
            identifier: .root,
            children: [
                bar(.application, "", [.about, .preferences, .services, .hide, .quit].map { group($0) }),
                bar(
                    .file, "File",
                    [.newItem, .newScene, .open, .openRecent, .close, .document, .print].map { group($0) }),
                bar(
                    .edit, "Edit",
                    [
                        group(.undoRedo), group(.standardEdit, EditMenuCommand.allCases.map(\.keyCommand)),
                        group(.find, [group(.findPanel)]), group(.replace), group(.share), group(.textStyle),
                        group(.spelling, [.spellingPanel, .spellingOptions].map { group($0) }),
                        group(.substitutions, [.substitutionsPanel, .substitutionOptions].map { group($0) }),
                        group(.transformations), group(.speech), group(.lookup), group(.learn), group(.autoFill),
                    ]),
                bar(
                    .format, "Format",
                    [
                        group(.font, [.textSize, .textColor, .textStylePasteboard].map { group($0) }),
                        group(.text, [.writingDirection, .alignment].map { group($0) }),
                    ]),
                bar(.view, "View", [.toolbar, .sidebar, .fullscreen].map { group($0) }),
                bar(.window, "Window", [.minimizeAndZoom, .bringAllToFront].map { group($0) }),
                bar(.help, "Help", []),
            ])
    }

    /// The menu of a context menu or an edit menu before responders change it. *Source*: the order of the groups is that of
    /// iOS 18.
    ///
    /// - Parameter commands: The commands of the standard group.
    static func makeContext(_ commands: [EditMenuCommand]) -> UIMenu {
        UIMenu(
            identifier: .root,
            children: [
                group(.standardEdit, commands.map(\.command)), group(.replace), group(.open),
                group(.format, [.textStyle, .writingDirection].map { group($0) }), group(.lookup), group(.learn),
                group(.find), group(.share),
            ])
    }

    private static func bar(_ identifier: Identifier, _ title: String, _ children: [UIMenuElement]) -> UIMenu {
        UIMenu(title: title, identifier: identifier, children: children)
    }

    private static func group(_ identifier: Identifier, _ children: [UIMenuElement] = []) -> UIMenu {
        UIMenu(identifier: identifier, options: .displayInline, children: children)
    }
}
