const INPUT_ID = "subscribe-input";
export default () => <form id="subscribe"><input id={INPUT_ID} /></form>;
