import UIKit

/// A number, and a button that adds one to it: sources as on iOS, with a selector.
public final class CounterController: UIViewController {
    private let label = UILabel()
    private let button = UIButton(type: .system)

    /// How often the button was tapped.
    public private(set) var count = 0

    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        label.textAlignment = .center
        button.setTitle("Add", for: .normal)
        button.addTarget(self, action: #selector(add), for: .touchUpInside)
        view.addSubview(label)
        view.addSubview(button)
        show()
    }

    public override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        label.frame = CGRect(x: 0, y: 20, width: view.bounds.width, height: 30)
        button.frame = CGRect(x: view.bounds.midX - 50, y: 60, width: 100, height: 40)
    }

    @objc private func add() {
        count += 1
        show()
    }

    private func show() { label.text = "\(count)" }
}
