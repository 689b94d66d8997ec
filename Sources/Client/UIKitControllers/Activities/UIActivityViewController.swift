import Foundation
import UIKitCore
import UIKitText

/// A list of the services for some items: copying, and those that the program brings.
///
/// The list is plain, a row for each service: Apple's has a preview, and rows of people, programs and actions.
///
/// *Source*: Apple, UIActivityViewController.
open class UIActivityViewController: UIViewController {
    /// Called when the list goes away: with the service's name, whether it ended well, what it returns (nothing here), and
    /// an error (none here). The name is nil if none was chosen.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    /// Called when the list goes away; nil for none.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    /// The services that are not shown; nil for none.
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    private let items: [Any]
    private let own: [UIActivity]
    private let list = UIStackView()
    private var chosen: UIActivity?
    private var isDone = false

    /// Makes a list for some items, with services beside the system's.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        (items, own) = (activityItems, applicationActivities ?? [])
        super.init(nibName: nil, bundle: nil)
    }

    /// nil: Apple's is not made from an archive.
    public required init?(coder: NSCoder) { nil }

    /// The services for the items, in order; the objects that give items are asked for their placeholders.
    private var activities: [UIActivity] {
        let placeholders = items.map { item in
            (item as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? item
        }
        let excluded = Set(excludedActivityTypes ?? [])
        return ([CopyActivity()] + own).filter { activity in
            activity.activityTitle != nil && !(activity.activityType.map(excluded.contains) ?? false)
                && activity.canPerform(withActivityItems: placeholders)
        }
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        list.axis = .vertical
        list.alignment = .fill
        list.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(list)
        let guide = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            list.topAnchor.constraint(equalTo: guide.topAnchor, constant: 16),
            list.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 20),
            list.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -20),
        ])
        for activity in activities { list.addArrangedSubview(row(of: activity)) }
    }

    private func row(of activity: UIActivity) -> UIView {
        let button = UIButton(type: .system)
        button.setTitle(activity.activityTitle, for: .normal)
        button.setImage(activity.activityImage, for: .normal)
        button.titleLabel?.font = .systemFont(ofSize: 17)
        button.contentHorizontalAlignment = .leading
        button.titleEdgeInsets = UIEdgeInsets(top: 0, left: activity.activityImage == nil ? 0 : 12, bottom: 0, right: 0)
        button.heightAnchor.constraint(equalToConstant: 52).isActive = true
        button.addAction(UIAction { [weak self] _ in self?.choose(activity) }, for: .primaryActionTriggered)
        return button
    }

    private func choose(_ activity: UIActivity) {
        guard chosen == nil else { return }
        chosen = activity
        activity.prepare(
            withActivityItems: items.compactMap { item in
                guard let source = item as? any UIActivityItemSource else { return item }
                return source.activityViewController(self, itemForActivityType: activity.activityType)
            })
        activity.finished = { [weak self] completed in self?.finish(activity, completed) }
        if let controller = activity.activityViewController {
            present(controller, animated: true)
        } else {
            activity.perform()
        }
    }

    private func finish(_ activity: UIActivity, _ completed: Bool) {
        // Without a presenter there is nothing to dismiss, and the list has ended all the same.
        guard let presenter = presentingViewController else { return end(activity.activityType, completed) }
        presenter.dismiss(animated: true) { [self] in end(activity.activityType, completed) }
    }

    private func end(_ type: UIActivity.ActivityType?, _ completed: Bool) {
        guard !isDone else { return }
        isDone = true
        completionWithItemsHandler?(type, completed, nil, nil)
    }

    /// A list that goes away without a choice tells it, too.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if chosen == nil, isBeingDismissed { end(nil, false) }
    }
}

/// Copies texts, addresses and pictures to the general pasteboard.
private final class CopyActivity: UIActivity {
    private var items: [Any] = []

    override var activityType: ActivityType? { .copyToPasteboard }
    override var activityTitle: String? { "Copy" }
    override var activityImage: UIImage? { UIImage(systemName: "doc") }

    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
        activityItems.contains { $0 is String || $0 is URL || $0 is UIImage }
    }

    override func prepare(withActivityItems activityItems: [Any]) { items = activityItems }

    override func perform() {
        let board = UIPasteboard.general
        if let texts = items.compactMap({ $0 as? String }).nonEmpty {
            board.strings = texts
        } else if let addresses = items.compactMap({ $0 as? URL }).nonEmpty {
            board.urls = addresses
        } else if let images = items.compactMap({ $0 as? UIImage }).nonEmpty {
            board.images = images
        }
        activityDidFinish(true)
    }
}

extension Array {
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
